import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { AppError } from '../../../errors.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { appendUpdate } from '../log/log.repository.ts';
import { readCode } from '../read-code.service.ts';
import type { LiveDocument } from './live-document.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

/** A page: a document, and the participant it belongs to. */
class Page {
  readonly doc = new Y.Doc();
  readonly #by = { socketId: randomUUID(), participantId: randomUUID() };

  get participantId(): string {
    return this.#by.participantId;
  }

  get text(): Y.Text {
    return this.doc.getText(SHARED_TEXT);
  }

  /** Opens the document and sends the requested edits as one. Returns the error code of the refusal, or null. */
  async reconnect(document: LiveDocument, present: ReadonlySet<string>): Promise<string | null> {
    const { update, stateVector } = document.exchange(Y.encodeStateVector(this.doc), this.#by, present);
    Y.applyUpdate(this.doc, Buffer.from(update, 'base64'));
    const wanted = Y.encodeStateAsUpdate(this.doc, Buffer.from(stateVector, 'base64'));
    try {
      await document.edit(wanted, this.#by);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }
}

/** A room in which every page wrote one character that is in the log, and then `words` that only the pages have. */
async function roomOf({ pages, words }: { pages: Page[]; words: [Page, string][] }) {
  const { interview } = await startLiveRoom(node);
  const document = await node.ctx.documents.open(interview.id);
  const sync = (page: Page) => {
    for (const other of pages) Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(page.doc));
  };
  for (const page of pages) await page.reconnect(document, new Set());
  for (const page of pages) {
    const before = Y.encodeStateVector(page.doc);
    page.text.insert(0, '.');
    const bytes = Y.encodeStateAsUpdate(page.doc, before);
    await appendUpdate(node.ctx.db, {
      interviewId: interview.id,
      opId: randomUUID(),
      participantId: page.participantId,
      bytes,
    });
    sync(page);
  }
  // Reopens the document from the log, like a node on which the room is not open yet.
  node.ctx.documents.drop(interview.id);
  for (const [index, [page, word]] of words.entries()) {
    page.text.insert(index, word);
    sync(page);
  }
  return {
    document: await node.ctx.documents.open(interview.id),
    stored: async () => (await readCode(node.ctx, interview.id)).code_content,
  };
}

test('applies edits interleaved with an absent participant’s, page by page', async () => {
  const [anna, ben, absent] = [new Page(), new Page(), new Page()];
  const { document, stored } = await roomOf({
    pages: [anna, ben, absent],
    words: [
      [absent, '1'],
      [anna, '2'],
      [ben, '3'],
      [absent, '4'],
      [anna, '5'],
      [ben, '6'],
    ],
  });
  const present = new Set([anna.participantId, ben.participantId]);
  expect(await anna.reconnect(document, present)).toBe('resync');
  expect(await ben.reconnect(document, present)).toBe('resync');
  expect(await anna.reconnect(document, present)).toBeNull();
  expect(await ben.reconnect(document, present)).toBeNull();
  expect(anna.text.toJSON()).toBe('123456...-- Start coding here...');
  expect(await stored()).toBe(anna.text.toJSON());
});

test('applies interleaved edits of two participants, each sent as one edit', async () => {
  const [anna, ben] = [new Page(), new Page()];
  const { document, stored } = await roomOf({
    pages: [anna, ben],
    words: [
      [anna, '1'],
      [ben, '2'],
      [anna, '3'],
      [ben, '4'],
    ],
  });
  const present = new Set([anna.participantId, ben.participantId]);
  expect(await anna.reconnect(document, present)).toBe('resync');
  expect(await ben.reconnect(document, present)).toBe('resync');
  expect(await anna.reconnect(document, present)).toBeNull();
  expect(await ben.reconnect(document, present)).toBeNull();
  expect(await stored()).toBe('1234..-- Start coding here...');
});
