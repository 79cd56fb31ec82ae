import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { getCode } from '@cip/contracts/rooms/documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { endInterview } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { countScans } from '../../../testing/count-scans.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { AppError } from '../../../errors.ts';
import { countStructs } from './count-structs.ts';
import { IntegrationBudget } from './integration-budget.ts';
import { appendUpdate } from '../log/log.repository.ts';
import { SEED_UPDATE } from '../log/seed.ts';

/** A page with a given Yjs client id. */
function pageOf(clientID: number): Y.Doc {
  const doc = Object.assign(new Y.Doc(), { clientID });
  Y.applyUpdate(doc, SEED_UPDATE);
  return doc;
}

/** Returns the edit of a page as one update. */
function updateOf(page: Y.Doc, edit: (text: Y.Text) => void, file: string = SHARED_TEXT): Uint8Array {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  page.on('update', collect);
  page.transact(() => edit(page.getText(file)));
  page.off('update', collect);
  return Y.mergeUpdates(updates);
}

/** Inserts `count` characters, each before the previous one: no two of them merge. */
const prepended = (page: Y.Doc, count: number, file?: string) =>
  updateOf(
    page,
    (text) => {
      for (let n = 0; n < count; n++) text.insert(0, 'x');
    },
    file,
  );

/** An update of `count` deleted characters that never merge, each before the previous one. */
function deletedLetters(client: number, from: number, count: number): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(1);
  encoder.writeLen(count);
  encoder.writeClient(client);
  encoder.writeLen(from);
  for (let clock = from; clock < from + count; clock++) {
    const right = clock === 0 ? Y.createID(1, 0) : Y.createID(client, clock - 1);
    new Y.Item(Y.createID(client, clock), null, null, null, right, null, null, new Y.ContentDeleted(1)).write(
      encoder,
      0,
    );
  }
  encoder.writeLen(0);
  return encoder.toUint8Array();
}

/** An update that deletes every second of a writer's first characters, `count` of them. */
function everySecond(client: number, count: number): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(0);
  encoder.writeLen(1);
  encoder.writeClient(client);
  encoder.writeLen(count);
  for (let n = 0; n < count; n++) {
    encoder.writeDsClock(2 * n);
    encoder.writeDsLen(1);
  }
  return encoder.toUint8Array();
}

/** An update that deletes the whole document many times. */
function repeatedDeletions(doc: Y.Doc, times: number): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoder.writeLen(0);
  const clients = [...doc.store.clients.keys()];
  encoder.writeLen(clients.length);
  for (const client of clients) {
    encoder.writeClient(client);
    encoder.writeLen(times);
    for (let n = 0; n < times; n++) {
      encoder.writeDsClock(0);
      encoder.writeDsLen(Y.getState(doc.store, client));
    }
  }
  return encoder.toUint8Array();
}

const byMallory = { participantId: 'mallory' };
const byAda = { participantId: 'ada' };

function codeOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'accepted';
}

describe('the integration budget', () => {
  // Yjs scans n times n items for these; the limit is linear in bytes plus a constant.
  test.each([
    [500, 'code'],
    [1_000, 'code2'],
    [2_000, 'code'],
    [4_000, 'code'],
    [4_000, 'code20'],
  ])('bounds the scans of %i siblings at one place of %s, twice', (count, file) => {
    const server = pageOf(9);
    const budget = new IntegrationBudget();
    const sent = [prepended(pageOf(1_000), count, file), prepended(pageOf(2_000), count, file)];
    const scans = countScans(() => {
      for (const update of sent)
        for (let again = 0; again < 3; again++)
          codeOf(() => {
            budget.spend(server, update, byMallory);
            Y.applyUpdate(server, update);
          });
    });
    const bytes = sent.reduce((sum, { length }) => sum + length, 0);
    expect(scans).toBeLessThanOrEqual(3 * bytes * 4 + 300_000);
  });

  test('refuses an update that splits an item at too many places', () => {
    const server = pageOf(9);
    const page = pageOf(1_000);
    Y.applyUpdate(
      server,
      updateOf(page, (text) => text.insert(0, 'a'.repeat(60_000))),
    );
    Y.applyUpdate(server, prepended(page, 20_000));
    const update = everySecond(1_000, 20_000);
    expect(codeOf(() => new IntegrationBudget().spend(server, update, byMallory))).toBe('invalid');
    expect(codeOf(() => new IntegrationBudget().spend(server, everySecond(1_000, 2_000), byAda))).toBe('accepted');
  });

  test('counts the items that an update splits among those of the document', () => {
    const server = pageOf(9);
    Y.applyUpdate(
      server,
      updateOf(pageOf(1_000), (text) => text.insert(0, 'a'.repeat(199_000))),
    );
    const update = everySecond(1_000, 90_000);
    expect(codeOf(() => new IntegrationBudget().spend(server, update, byMallory))).toBe('invalid');
  });

  test('leaves a share for others when a hostile participant used up theirs', () => {
    const server = pageOf(9);
    const budget = new IntegrationBudget();
    Y.applyUpdate(server, prepended(pageOf(1_000), 4_000));
    expect(codeOf(() => budget.spend(server, prepended(pageOf(2_000), 4_000), byMallory))).toBe('invalid');
    expect(codeOf(() => budget.spend(server, prepended(pageOf(2_001), 3), byMallory))).toBe('invalid');
    expect(codeOf(() => budget.spend(server, prepended(pageOf(3_000), 50), byAda))).toBe('accepted');
  });

  test('accepts 300 offline lines each of two people at one place', () => {
    const server = pageOf(9);
    const budget = new IntegrationBudget();
    for (const [id, participantId] of [
      [1_000, 'ada'],
      [2_000, 'ines'],
    ] as const) {
      const update = prepended(pageOf(id), 300);
      expect(codeOf(() => budget.spend(server, update, { participantId }))).toBe('accepted');
      Y.applyUpdate(server, update);
    }
  });

  test('accepts 18,000 edits of one person at random places', { tags: ['long'] }, () => {
    const server = pageOf(9);
    const budget = new IntegrationBudget();
    const page = pageOf(1_000);
    let random = 1;
    const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let part = 0; part < 18; part++) {
      const update = updateOf(page, (text) => {
        for (let n = 0; n < 1_000; n++)
          if (next(4) > 0) text.insert(next(text.length + 1), 'ab');
          else text.delete(next(text.length), 1);
      });
      expect(codeOf(() => budget.spend(server, update, byAda))).toBe('accepted');
      Y.applyUpdate(server, update);
    }
    expect(countStructs(server)).toBeGreaterThan(15_000);
    const replayed = new Y.Doc();
    new IntegrationBudget().replay(replayed, [Y.encodeStateAsUpdate(server)], null);
    expect(replayed.getText(SHARED_TEXT).toJSON()).toBe(server.getText(SHARED_TEXT).toJSON());
  });

  test('limits the number of items, deleted ones included', () => {
    const server = pageOf(9);
    const budget = new IntegrationBudget();
    const codes = Array.from({ length: 30 }, (_, part) => {
      const update = deletedLetters(1_000, part * 4_000, 4_000);
      return codeOf(() => {
        budget.spend(server, update, byMallory);
        Y.applyUpdate(server, update);
      });
    });
    expect(new Set(codes)).toEqual(new Set(['accepted', 'invalid']));
    expect(countStructs(server)).toBeLessThanOrEqual(100_000);
  });

  test('leaves scans to interviewers when candidates used up theirs', () => {
    const server = pageOf(9);
    Y.applyUpdate(server, prepended(pageOf(1_000), 500));
    const update = prepended(pageOf(2_000), 500);
    const spend = (isCandidate: boolean) =>
      codeOf(() => new IntegrationBudget(300_000).spend(server, update, { ...byAda, isCandidate }));
    expect([spend(true), spend(false)]).toEqual(['invalid', 'accepted']);
  });

  test('leaves items to other candidates and interviewers, however a candidate adds them', () => {
    const server = pageOf(9);
    Y.applyUpdate(
      server,
      updateOf(pageOf(1_000), (text) => text.insert(0, 'a'.repeat(199_000))),
    );
    const budget = new IntegrationBudget();
    const edit = (update: Uint8Array, participantId: string, isCandidate = true) =>
      codeOf(() => {
        budget.spend(server, update, { participantId, isCandidate });
        Y.applyUpdate(server, update);
      });
    // Splits add items of the text's author.
    expect(edit(everySecond(1_000, 30_000), 'mallory')).toBe('invalid');
    expect(edit(everySecond(1_000, 24_000), 'mallory')).toBe('accepted');
    expect(edit(prepended(pageOf(2_000), 3_000, 'code2'), 'mallory')).toBe('invalid');
    expect(edit(prepended(pageOf(3_000), 23_000, 'code3'), 'bob')).toBe('invalid');
    expect(edit(prepended(pageOf(3_000), 21_000, 'code3'), 'bob')).toBe('accepted');
    expect(edit(prepended(pageOf(4_000), 25_000, 'code4'), 'ines', false)).toBe('accepted');
    // It adds none.
    expect(edit(everySecond(1_000, 24_000), 'bob')).toBe('accepted');
    expect(countStructs(server)).toBeLessThanOrEqual(100_000);
  });

  test('merges repeated deletions of the same text in a replay', () => {
    const server = pageOf(1_000);
    prepended(server, 2_000);
    updateOf(server, (text) => text.delete(0, text.length));
    let read = 0;
    const [struct] = server.store.clients.get(1_000) ?? [];
    if (!(struct instanceof Y.Item)) throw new Error('The page has no item.');
    const { id } = struct;
    Object.defineProperty(struct, 'id', { get: () => (read++, id) });
    new IntegrationBudget().apply(server, [repeatedDeletions(server, 5_000)], null);
    expect(read).toBeLessThan(100);
  });
});

describe('a log that would block the node', () => {
  let node: TestApp;
  const remember = closeAfterEach();
  beforeAll(async () => {
    node = await startTestApp({ listen: true });
  });
  afterAll(() => node.close());

  test('refuses to open a costly log, and ends its session normally', { tags: ['long'] }, async () => {
    const room = await startLiveRoom(node);
    const { id } = room.interview;
    for (const page of [pageOf(1_000), pageOf(2_000)])
      await appendUpdate(node.ctx.db, {
        interviewId: id,
        opId: randomUUID(),
        participantId: null,
        bytes: prepended(page, 4_000),
      });

    const { token } = room.owner;
    const read = await call(node.app, getCode, { token, params: { id } });
    expect(read.status).toBe(409);
    expect(read.error).toEqual({
      code: 'unreadable',
      message: 'The code of this session cannot be opened. Other sessions are not affected.',
    });
    await expect(node.ctx.documents.open(id)).rejects.toMatchObject({ code: 'unreadable' });
    await expect(node.ctx.documents.open(id)).rejects.toMatchObject({ code: 'unreadable' });
    await endInterview(node, room.owner, room.roomCode);

    const other = await startLiveRoom(node);
    const ada = remember(await OwnClient.join(node.url, other.candidate));
    expect(ada.text).not.toBe('');
  });

  test('keeps one participant from creating a log that blocks nodes', async () => {
    const room = await startLiveRoom(node);
    const ada = remember(await OwnClient.join(node.url, room.candidate));
    expect(await ada.update(prepended(pageOf(1_000), 4_000))).toEqual({ ok: true });
    expect(await ada.update(prepended(pageOf(2_000), 4_000))).toMatchObject({ ok: false, error: { code: 'invalid' } });
    const seeded = pageOf(3_000);
    expect(await ada.update(repeatedDeletions(seeded, 100))).toMatchObject({ ok: false, error: { code: 'invalid' } });
    const ines = remember(await OwnClient.join(node.url, room.interviewer));
    expect(ines.text).toHaveLength(4_000 + ada.doc.getText(SHARED_TEXT).length);
  });
});
