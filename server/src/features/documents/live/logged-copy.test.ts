import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { FrameBus } from '../../../platform/redis/frame-bus.ts';
import { documentHost } from '../../../testing/sockets/document-host.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findDocument } from '../log/documents.repository.ts';
import { appendUpdate } from '../log/log.repository.ts';
import { readCode } from '../read-code.service.ts';
import { saveCode } from '../save-code.service.ts';
import { LiveDocument } from './live-document.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => node.close());

/** A page that has the document, and types at its end. */
function openPage(document: LiveDocument) {
  const by = { socketId: randomUUID(), participantId: randomUUID() };
  const page = new Y.Doc();
  const { update } = document.exchange(Y.encodeStateVector(page), by, new Set());
  Y.applyUpdate(page, Buffer.from(update, 'base64'));
  const text = page.getText(SHARED_TEXT);
  return {
    type(words: string): Promise<void> {
      const before = Y.encodeStateVector(page);
      text.insert(text.length, words);
      return document.edit(Y.encodeStateAsUpdate(page, before), by);
    },
  };
}

/** Lets the log of this node lose the next edit, as if the node dies before it is committed. */
function loseNextEdit(): void {
  vi.spyOn(node.ctx.documents.log, 'append').mockReturnValueOnce(new Promise(() => {}));
}

const saving = (interviewId: string, code: string, base: string) =>
  saveCode(
    node.ctx,
    interviewId,
    { participantId: randomUUID() },
    { interview_session_id: interviewId, code_content: code, base },
  );

test('saves without edits that arrived during the flush', async () => {
  const { interview } = await startLiveRoom(node);
  const document = await node.ctx.documents.open(interview.id);
  const page = openPage(document);
  vi.spyOn(node.ctx.documents.log, 'flush').mockImplementationOnce(async () => {
    loseNextEdit();
    void page.type(' lost');
  });

  await saving(interview.id, `${DEFAULT_CODE} saved`, DEFAULT_CODE);

  expect(document.text).toContain(' lost');
  expect((await readCode(node.ctx, interview.id)).code_content).toBe(`${DEFAULT_CODE} saved`);
});

test('logs edits that were refused during the flush before saving', async () => {
  const { interview } = await startLiveRoom(node);
  const document = await node.ctx.documents.open(interview.id);
  const { log } = node.ctx.documents;
  const refusal = Promise.withResolvers<void>();
  vi.spyOn(log, 'append').mockReturnValueOnce(refusal.promise);
  const refused = openPage(document).type(' refused');
  vi.spyOn(log, 'flush').mockImplementationOnce(async () => {
    refusal.reject(new Error('The database refused it.'));
    await expect(refused).rejects.toThrow('The database refused it.');
  });

  await saving(interview.id, `${DEFAULT_CODE} refused and saved`, `${DEFAULT_CODE} refused`);

  expect((await readCode(node.ctx, interview.id)).code_content).toBe(`${DEFAULT_CODE} refused and saved`);
});

test('stores the text of a save that another node logged first', async () => {
  const { interview } = await startLiveRoom(node);
  const document = await node.ctx.documents.open(interview.id);
  const author = { participantId: randomUUID() };
  const op_id = randomUUID();
  const copy = await document.loggedCopy(author.participantId);
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).insert(DEFAULT_CODE.length, ' saved');
  const update = { interviewId: interview.id, opId: op_id, ...author, bytes: Y.encodeStateAsUpdate(copy, before) };
  vi.spyOn(node.ctx.documents.log, 'flush').mockImplementationOnce(async () => {
    await appendUpdate(node.ctx.db, update);
  });

  const body = { interview_session_id: interview.id, op_id, code_content: `${DEFAULT_CODE} saved`, base: DEFAULT_CODE };
  await saveCode(node.ctx, interview.id, author, body);

  expect(document.text).toBe(`${DEFAULT_CODE} saved`);
  expect((await findDocument(node.ctx.db, interview.id))?.saved_text).toBe(`${DEFAULT_CODE} saved`);
});

test('saves without announcing unlogged earlier edits as logged', async () => {
  const { interview } = await startLiveRoom(node);
  const frames: string[] = [];
  class RecordedBus extends FrameBus {
    override publish(_name: string, payload: () => string): number {
      return frames.push(payload());
    }
  }
  const document = await LiveDocument.open(
    documentHost(node, { bus: new RecordedBus(null, node.app.log) }),
    interview.id,
  );
  const page = openPage(document);
  const copy = await document.loggedCopy(randomUUID());
  loseNextEdit();
  void page.type(' lost');
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).insert(0, 'saved ');
  const bytes = Y.encodeStateAsUpdate(copy, before);
  document.applyLogged({ interviewId: interview.id, opId: randomUUID(), participantId: null, bytes });
  await page.type(' later');

  expect(frames.map((frame) => frame.split('|')[1])).toEqual(['0', '0', '0']);
  document.close();
});
