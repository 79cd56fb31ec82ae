import { setTimeout as sleep } from 'node:timers/promises';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction } from '../../../testing/hold-transaction.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/live-room.ts';
import { OwnClient } from '../../../testing/own-client.ts';
import { PlainClient } from '../../../testing/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { replayDocument } from '../log/document-replay.ts';
import { appendUpdate } from '../log/documents.repository.ts';
import { readCode } from '../documents.service.ts';
import { newNodeOperationId } from '../log/update-author.ts';

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
  const doc = new Y.Doc();
  await replayDocument(node.ctx.db, interview.id, doc);
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

test('does not duplicate text that a crashed node had committed', async () => {
  const { room, ines } = await edited();
  const commit = await appendOnCrashedNode(room, 'lost ');
  const ada = remember(await PlainClient.join(node.url, room.candidate));
  // The screen shows what the crashed node had applied, and the client types on before it gets a text here.
  const text = `lost ${ines.text}`;
  const answers = Promise.all([ada.type(`${text}1`), ada.type(`${text}12`)]);
  await sleep(200);
  await commit();
  expect(await answers).toEqual([{ ok: true }, { ok: true }]);
  await until('the text', () => ines.text === `${text}12` && ada.code === ines.text);
  expect((await readCode(node.ctx, room.interview.id)).code_content).toBe(ines.text);
});

test('does not wait for pending appends once the client acknowledged a text', async () => {
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
