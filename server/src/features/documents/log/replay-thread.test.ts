import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { sampleOf } from '../../../testing/access/sample.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { countScansUntil } from '../../../testing/count-scans.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { appendUpdate } from './log.repository.ts';
import { replayDocument } from './document-replay.ts';
import { mergeOnThread, replayOnThread } from './replay-thread.ts';
import { SEED_UPDATE } from './seed.ts';

/**
 * The main thread may scan 200,000 items before it gives up a replay: counted once and scanned once by Yjs, in two
 * attempts.
 */
const SCANS_MAX = 800_000;

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** With this many characters from each of two clients Yjs scans more items than two nodes may accept: the product. */
const CHARACTERS = 1_700;

/** An update of single characters; `linksOf` returns the origin and right origin of each. */
function charactersOf(client: number, linksOf: (clock: number) => [Y.ID | null, Y.ID | null]): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(1);
  encoder.writeLen(CHARACTERS);
  encoder.writeClient(client);
  encoder.writeLen(0);
  for (let clock = 0; clock < CHARACTERS; clock++) {
    const [origin, right] = linksOf(clock);
    const item = new Y.Item(Y.createID(client, clock), null, origin, null, right, null, null, new Y.ContentString('x'));
    // Yjs types `parent` as in a document; an update has its name.
    Object.assign(item, { parent: origin === null && right === null ? SHARED_TEXT : null }).write(encoder, 0);
  }
  encoder.writeLen(0);
  return encoder.toUint8Array();
}

/**
 * Characters of two clients at one place, each inserted before the previous one. The second client names the last
 * character of the first, so that no order of integration is cheaper.
 */
const costlyUpdates = (from: Y.ID | null) => [
  charactersOf(1_000, (clock) => [from, clock === 0 ? null : Y.createID(1_000, clock - 1)]),
  charactersOf(2_000, (clock) => {
    if (clock === 0) return [Y.createID(1_000, CHARACTERS - 1), null];
    return clock === 1 ? [Y.createID(1_000, 0), null] : [from, Y.createID(2_000, clock - 1)];
  }),
];

/** A room whose log was written without the guard. */
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

describe('a log beyond the budget of a document', () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['opened', (id) => node.ctx.documents.open(id)],
    ['read', (id) => node.ctx.documents.replayCache.texts(id)],
    ['replayed', (id) => replayDocument(node.ctx.db, id)],
  ];
  for (const { tags, cases } of sampleOf(ways, 3))
    test.each(cases)('refuses a costly log when it is %s, without blocking', { tags }, async (_how, replay) => {
      const { interview } = await roomWithLog(costlyUpdates(null));
      const scans = await countScansUntil(async () => {
        await expect(replay(interview.id)).rejects.toMatchObject({ code: 'unreadable' });
      });
      expect(scans).toBeLessThanOrEqual(SCANS_MAX);
    });

  test('recognizes a costly part that depends on a later update', { tags: ['long'] }, async () => {
    const doc = Object.assign(new Y.Doc(), { clientID: 3_000 });
    doc.getText(SHARED_TEXT).insert(0, 'awaited');
    const { interview } = await roomWithLog([...costlyUpdates(Y.createID(3_000, 6)), Y.encodeStateAsUpdate(doc)]);
    const scans = await countScansUntil(async () => {
      await expect(node.ctx.documents.open(interview.id)).rejects.toMatchObject({ code: 'unreadable' });
    });
    expect(scans).toBeLessThanOrEqual(SCANS_MAX);
  });
});

const SPLIT = { before: [], within: [{ writer: null, bytes: SEED_UPDATE }], after: [], deletedFiles: [] };

test(
  'replays a room and merges another company’s log between the many merges of a company',
  { tags: ['long'] },
  async () => {
    const empty = { snapshot: SEED_UPDATE, updates: [], writers: new Map() };
    const split = () => Promise.resolve(SPLIT);
    const ended: string[] = [];
    const done = (name: string) => () => void ended.push(name);

    await Promise.all([
      ...Array.from({ length: 5 }, () => mergeOnThread('acme', split).then(done('acme'))),
      mergeOnThread('other', split).then(done('other')),
      replayOnThread(empty).then(done('room')),
    ]);

    expect(ended).toEqual(['acme', 'acme', 'other', 'room', 'acme', 'acme', 'acme']);
  },
);

test('reads a log that is to be merged only when its turn comes', { tags: ['long'] }, async () => {
  let [reading, most] = [0, 0];
  const read = async () => {
    most = Math.max(most, ++reading);
    return SPLIT;
  };
  await Promise.all(Array.from({ length: 3 }, () => mergeOnThread('acme', read).then(() => reading--)));
  expect(most).toBe(1);
});

describe('a long log within the limits', () => {
  test('opens a long log with its text', async () => {
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

  test('aborts the replay of a long log at the deadline', async () => {
    const log = { snapshot: SEED_UPDATE, updates: [], writers: new Map() };
    // No thread starts within a millisecond.
    await expect(replayOnThread(log, 1)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(replayOnThread(log)).resolves.toMatchObject({ extra: 1_000_000 });
  });
});
