import { randomUUID } from 'node:crypto';
import { getCode, SHARED_TEXT } from '@cip/contracts/documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { endInterview } from '../../../testing/builders.ts';
import { call } from '../../../testing/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/live-room.ts';
import { OwnClient } from '../../../testing/own-client.ts';
import { passedByYjs } from '../../../testing/count-scans.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { AppError } from '../../../errors.ts';
import { DocumentWork, structsOf } from './integration-budget.ts';
import { appendUpdate } from '../log/documents.repository.ts';
import { SEED_UPDATE } from '../log/seed.ts';

/** A page of its own with a given Yjs client id. */
function pageOf(clientID: number): Y.Doc {
  const doc = Object.assign(new Y.Doc(), { clientID });
  Y.applyUpdate(doc, SEED_UPDATE);
  return doc;
}

/** What an edit of a page makes, as one update. */
function updateOf(page: Y.Doc, edit: (text: Y.Text) => void): Uint8Array {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array) => updates.push(update);
  page.on('update', collect);
  page.transact(() => edit(page.getText(SHARED_TEXT)));
  page.off('update', collect);
  return Y.mergeUpdates(updates);
}

/** `count` letters, each put before the one before it: none of them merges with another. */
const prepended = (page: Y.Doc, count: number) =>
  updateOf(page, (text) => {
    for (let n = 0; n < count; n++) text.insert(0, 'x');
  });

/** `count` letters that never merge, each put before the one before it and gone already. */
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

/** An update that deletes all of a document, again and again. */
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

function codeOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'taken';
}

describe('the work of a document', () => {
  // Yjs passes n times n items for these; the bound is of bytes and a constant.
  test.each([500, 1_000, 2_000, 4_000])('is bounded for %i siblings of one place, twice', (count) => {
    const server = pageOf(9);
    const work = new DocumentWork();
    const sent = [prepended(pageOf(1_000), count), prepended(pageOf(2_000), count)];
    const passed = passedByYjs(() => {
      for (const update of sent)
        for (let again = 0; again < 3; again++)
          codeOf(() => {
            work.admit(server, update, 'mallory');
            Y.applyUpdate(server, update);
          });
    });
    const bytes = sent.reduce((sum, { length }) => sum + length, 0);
    expect(passed).toBeLessThanOrEqual(3 * bytes * 4 + 300_000);
  });

  test('leaves others what a hostile participant used up', () => {
    const server = pageOf(9);
    const work = new DocumentWork();
    Y.applyUpdate(server, prepended(pageOf(1_000), 4_000));
    expect(codeOf(() => work.admit(server, prepended(pageOf(2_000), 4_000), 'mallory'))).toBe('invalid');
    expect(codeOf(() => work.admit(server, prepended(pageOf(2_001), 3), 'mallory'))).toBe('invalid');
    expect(codeOf(() => work.admit(server, prepended(pageOf(3_000), 50), 'ada'))).toBe('taken');
  });

  test('is never refused to two people who put 300 lines each at one place while offline', () => {
    const server = pageOf(9);
    const work = new DocumentWork();
    for (const [id, name] of [
      [1_000, 'ada'],
      [2_000, 'ines'],
    ] as const) {
      const update = prepended(pageOf(id), 300);
      expect(codeOf(() => work.admit(server, update, name))).toBe('taken');
      Y.applyUpdate(server, update);
    }
  });

  test('is never refused to one who makes 18,000 edits at random places', () => {
    const server = pageOf(9);
    const work = new DocumentWork();
    const page = pageOf(1_000);
    let random = 1;
    const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below;
    for (let part = 0; part < 18; part++) {
      const update = updateOf(page, (text) => {
        for (let n = 0; n < 1_000; n++)
          if (next(4) > 0) text.insert(next(text.length + 1), 'ab');
          else text.delete(next(text.length), 1);
      });
      expect(codeOf(() => work.admit(server, update, 'ada'))).toBe('taken');
      Y.applyUpdate(server, update);
    }
    expect(structsOf(server)).toBeGreaterThan(15_000);
    const replayed = new Y.Doc();
    new DocumentWork().replay(replayed, [Y.encodeStateAsUpdate(server)], null);
    expect(replayed.getText(SHARED_TEXT).toJSON()).toBe(server.getText(SHARED_TEXT).toJSON());
  });

  test('ends with so many items, deleted ones included', () => {
    const server = pageOf(9);
    const work = new DocumentWork();
    const codes = Array.from({ length: 30 }, (_, part) => {
      const update = deletedLetters(1_000, part * 4_000, 4_000);
      return codeOf(() => {
        work.admit(server, update, 'mallory');
        Y.applyUpdate(server, update);
      });
    });
    expect(new Set(codes)).toEqual(new Set(['taken', 'invalid']));
    expect(structsOf(server)).toBeLessThanOrEqual(100_000);
  });

  test('of replayed deletions that name the same text again and again is that of one', () => {
    const server = pageOf(1_000);
    prepended(server, 2_000);
    updateOf(server, (text) => text.delete(0, text.length));
    let read = 0;
    const [struct] = server.store.clients.get(1_000) ?? [];
    if (!(struct instanceof Y.Item)) throw new Error('A page has items.');
    const { id } = struct;
    Object.defineProperty(struct, 'id', { get: () => (read++, id) });
    new DocumentWork().follow(server, [repeatedDeletions(server, 5_000)], null);
    expect(read).toBeLessThan(100);
  });
});

describe('a log that would hold up the node', () => {
  let node: TestApp;
  const remember = closeAfterEach();
  beforeAll(async () => {
    node = await startTestApp({ listen: true });
  });
  afterAll(() => node.close());

  test('is not opened, in words, and leaves its end and other sessions alone', async () => {
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

  test('cannot be made by what one participant sends', async () => {
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
