import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { FrameBus, type FrameListener } from '../../../platform/redis/frame-bus.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { documentHost } from '../../../testing/sockets/document-host.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { replayDocument } from '../log/document-replay.ts';
import { appendUpdate } from '../log/log.repository.ts';
import { readCode } from '../read-code.service.ts';
import { newNodeOperationId } from '../log/update-author.ts';
import { LiveDocument } from './live-document.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/**
 * Begins to append an insertion at the start of the text, as a crashed node did. Returns a function that commits it.
 */
async function appendOnCrashedNode({ interview }: LiveRoom, typed: string): Promise<() => Promise<void>> {
  const { doc } = await replayDocument(node.ctx.db, interview.id);
  const before = Y.encodeStateVector(doc);
  doc.getText(SHARED_TEXT).insert(0, typed);
  const bytes = Y.encodeStateAsUpdate(doc, before);
  const update = { interviewId: interview.id, opId: newNodeOperationId(), participantId: null, bytes };
  return holdTransaction(node.ctx.db, (trx) => appendUpdate(trx, update));
}

async function edited(): Promise<{ room: LiveRoom; ines: OwnClient }> {
  const room = await startLiveRoom(node);
  const ines = remember(await OwnClient.join(node.url, room.interviewer));
  ines.insert(0, 'first ');
  await until('the acknowledgement', () => ines.unacknowledged.size === 0);
  return { room, ines };
}

test('inserts text once that a crashed node had committed', async () => {
  const { room, ines } = await edited();
  const commit = await appendOnCrashedNode(room, 'lost ');
  // On a busy machine a text from here arrives before the client types, which must not count as shown.
  const options = { acknowledges: false };
  const ada = remember(new PlainClient(node.url, room.candidate, options));
  // The screen shows the text of the crashed node, and the client types on before it gets a text here.
  const text = `lost ${ines.text}`;
  const typed = Promise.withResolvers<{ answers: Promise<object[]> }>();
  ada.socket.once('subscription:succeeded', () => {
    options.acknowledges = true;
    typed.resolve({ answers: Promise.all([ada.type(`${text}1`), ada.type(`${text}12`)]) });
  });
  ada.socket.on('connect', () => ada.socket.emit('subscribe', { channel: room.roomCode }));
  const { answers } = await typed.promise;
  await sleep(200);
  await commit();
  expect(await answers).toEqual([{ ok: true }, { ok: true }]);
  await until('the text', () => ines.text === `${text}12` && ada.code === ines.text);
  expect((await readCode(node.ctx, room.interview.id)).code_content).toBe(ines.text);
});

test('compacts the log on opening without unlogged edits of others', async () => {
  const { room, ines } = await edited();
  for (let n = 0; n < 700; n++) ines.insert(0, String(n % 10));
  await until('the acknowledgements', () => ines.unacknowledged.size === 0);
  await sql`update document_updates set at = at - interval '1 hour'`.execute(node.ctx.db);
  const relayed = new Y.Doc();
  Y.applyUpdate(relayed, Y.encodeStateAsUpdate(ines.doc));
  relayed.getText(SHARED_TEXT).delete(0, 1);
  const frame = Buffer.from(Y.encodeStateAsUpdate(relayed, Y.encodeStateVector(ines.doc))).toString('base64');
  const compacted: string[] = [];
  // The frame arrives before the log is read, and its node dies before it logs the edit.
  class BusWithFrame extends FrameBus {
    override async listen(_name: string, listener: FrameListener): Promise<void> {
      listener.onFrame({ sender: 'another', number: 1, payload: `${Date.now()}|0|${newNodeOperationId()}||${frame}` });
    }
  }
  const { db } = node.ctx;
  (
    await LiveDocument.open(
      documentHost(node, { bus: new BusWithFrame(null, node.app.log), compacted }),
      room.interview.id,
    )
  ).close();
  const stored = await db
    .selectFrom('documents')
    .select('snapshot')
    .where('interview_id', '=', room.interview.id)
    .executeTakeFirstOrThrow();
  const snapshot = new Y.Doc();
  Y.applyUpdate(snapshot, stored.snapshot);
  expect(snapshot.getText(SHARED_TEXT).toJSON()).toBe('-- Start coding here...');
  expect(compacted).toEqual([room.interview.id]);
});

test('skips the wait for appends after the first acknowledgement', async () => {
  const { room, ines } = await edited();
  const ada = remember(await PlainClient.join(node.url, room.candidate));
  await until('the text', () => ada.code === ines.text);
  const commit = await appendOnCrashedNode(room, 'lost ');
  try {
    expect(await ada.type(`${ada.code}1`)).toEqual({ ok: true });
  } finally {
    await commit();
  }
});
