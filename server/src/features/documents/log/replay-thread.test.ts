import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/live-room.ts';
import { OwnClient } from '../../../testing/own-client.ts';
import { passedUntil } from '../../../testing/count-scans.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { appendUpdate } from './documents.repository.ts';
import { replayDocument } from './document-replay.ts';
import { replayOnThread } from './replay-thread.ts';
import { SEED_UPDATE } from './seed.ts';

/** The main thread may pass 200,000 items before it gives a replay up: once to count and once in Yjs, for two attempts. */
const PASSED_MAX = 800_000;

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** As many letters of each of two clients cost Yjs more than two nodes may let pass: their product. */
const LETTERS = 1_700;

/** An update of letters, each with what it was put after and before. */
function lettersOf(client: number, linksOf: (clock: number) => [Y.ID | null, Y.ID | null]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(1);
  encoder.writeLen(LETTERS);
  encoder.writeClient(client);
  encoder.writeLen(0);
  for (let clock = 0; clock < LETTERS; clock++) {
    const [origin, right] = linksOf(clock);
    const item = new Y.Item(Y.createID(client, clock), null, origin, null, right, null, null, new Y.ContentString('x'));
    // Yjs types the parent of an item in a document; an update names it.
    Object.assign(item, { parent: origin === null && right === null ? SHARED_TEXT : null }).write(encoder, 0);
  }
  encoder.writeLen(0);
  return encoder.toUint8Array();
}

/**
 * Two clients' letters at one place, each put before the one before it. The second client names the last letter of the
 * first, so that no order of integration is cheaper.
 */
const poison = (from: Y.ID | null) => [
  lettersOf(1_000, (clock) => [from, clock === 0 ? null : Y.createID(1_000, clock - 1)]),
  lettersOf(2_000, (clock) => {
    if (clock === 0) return [Y.createID(1_000, LETTERS - 1), null];
    return clock === 1 ? [Y.createID(1_000, 0), null] : [from, Y.createID(2_000, clock - 1)];
  }),
];

/** A room whose log was written past the guard. */
async function roomWithLog(updates: Uint8Array[]) {
  const room = await startLiveRoom(node);
  for (const bytes of updates)
    await appendUpdate(node.ctx.db, {
      interviewId: room.interview.id,
      opId: randomUUID(),
      participantId: null,
      bytes,
    });
  return room;
}

describe('a log that costs more than the edits of a document may', () => {
  test.each([
    ['opened', (id: string) => node.ctx.documents.open(id)],
    ['read', (id: string) => node.ctx.documents.replays.text(id)],
    ['replayed', (id: string) => replayDocument(node.ctx.db, id)],
  ])('is refused without holding up this thread when it is %s', async (_how, replay) => {
    const { interview } = await roomWithLog(poison(null));
    const passed = await passedUntil(async () => {
      await expect(replay(interview.id)).rejects.toMatchObject({ code: 'unreadable' });
    });
    expect(passed).toBeLessThanOrEqual(PASSED_MAX);
  });

  test('is recognised when its costly part waits for a later update', async () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 3_000 });
    doc.getText(SHARED_TEXT).insert(0, 'awaited');
    const { interview } = await roomWithLog([...poison(Y.createID(3_000, 6)), Y.encodeStateAsUpdate(doc)]);
    const passed = await passedUntil(async () => {
      await expect(node.ctx.documents.open(interview.id)).rejects.toMatchObject({ code: 'unreadable' });
    });
    expect(passed).toBeLessThanOrEqual(PASSED_MAX);
  });
});

describe('a long log within the bounds', () => {
  test('is opened with its text', async () => {
    const part = 'let it be long enough for a thread of its own; '.repeat(400);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, SEED_UPDATE);
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    for (let n = 0; n < 40; n++) {
      doc.getText(SHARED_TEXT).insert(0, part);
      if (n > 8) doc.getText(SHARED_TEXT).delete(0, part.length);
    }
    const room = await roomWithLog(updates);
    const ada = remember(await OwnClient.join(node.url, room.candidate));
    expect(ada.text).toBe(doc.getText(SHARED_TEXT).toJSON());
  });

  test('is given up at the deadline', async () => {
    const log = { snapshot: SEED_UPDATE, updates: [], writers: new Map() };
    // No thread is up within a millisecond.
    await expect(replayOnThread(log, 1)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(replayOnThread(log)).resolves.toMatchObject({ extra: 1_000_000 });
  });
});
