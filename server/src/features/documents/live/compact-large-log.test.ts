import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { documentHost } from '../../../testing/sockets/document-host.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { replayDocument } from '../log/document-replay.ts';
import { LiveDocument } from './live-document.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

test('compacts a log of few edits with many bytes', { tags: ['long'] }, async () => {
  const { interview } = await startLiveRoom(node);
  const { db } = node.ctx;
  const compacted: string[] = [];
  const document = await LiveDocument.open(documentHost(node, { compacted }), interview.id);
  const by = { socketId: randomUUID(), participantId: randomUUID() };
  const page = new Y.Doc();
  Y.applyUpdate(page, Buffer.from(document.exchange(Y.encodeStateVector(page), by, new Set()).update, 'base64'));
  const text = page.getText(SHARED_TEXT);
  // Each letter is three bytes: fifteen texts are 8.6 MB.
  for (let n = 0; n < 15; n++) {
    const before = Y.encodeStateVector(page);
    page.transact(() => {
      text.delete(0, text.length);
      text.insert(0, 'あ'.repeat(190_000));
    });
    await document.edit(Y.encodeStateAsUpdate(page, before), by);
  }
  document.close();
  expect(compacted).toEqual([interview.id]);

  await sql`update document_updates set at = at - interval '1 hour'`.execute(db);
  await replayDocument(db, interview.id);
  const { snapshot } = await db
    .selectFrom('documents')
    .select('snapshot')
    .where('interview_id', '=', interview.id)
    .executeTakeFirstOrThrow();
  const stored = new Y.Doc();
  Y.applyUpdate(stored, snapshot);
  expect(stored.getText(SHARED_TEXT).length).toBe(190_000);
});
