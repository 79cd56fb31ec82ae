import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { saveCode } from '@cip/contracts/rooms/documents';
import { getPublicInterview } from '@cip/contracts/interviews/public-interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';
import { endInterview, quickStart, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { replayDocument } from './document-replay.ts';
import { appendUpdate } from './log.repository.ts';
import { ReplayCache } from './replay-cache.ts';
import { newNodeOperationId } from './update-author.ts';

let node: TestApp;
let other: TestApp;
beforeAll(async () => {
  node = await startTestApp();
  other = await startTestApp({ databaseUrl: String(node.ctx.config.databaseUrl) });
});
afterAll(async () => {
  await other.close();
  await node.close();
});

interface Running {
  owner: SignedIn;
  id: string;
  room_code: string;
}

async function running(): Promise<Running> {
  const owner = await registerCompany(node);
  return { owner, ...(await quickStart(node, owner)) };
}

const textOf = async (replays: ReplayCache, id: string) => (await replays.texts(id)).get(SHARED_TEXT) ?? '';

async function look({ room_code }: Running): Promise<string | undefined> {
  const { reply } = await call(node.app, getPublicInterview, { params: { roomCode: room_code } });
  return reply.session.code_editor_data[0]?.code_content;
}

async function save({ owner, id }: Running, code_content: string, at = other): Promise<void> {
  const body = { interview_session_id: id, code_content, language: 'python' };
  expect((await call(at.app, saveCode, { token: owner.token, body })).status).toBe(200);
}

/** Makes every later replay from the start miss the text. */
async function loseStart({ id }: Running): Promise<void> {
  const { db } = node.ctx;
  const { doc } = await replayDocument(db, id);
  expect(doc.getText(SHARED_TEXT).length).toBeGreaterThan(0);
  await db
    .updateTable('documents')
    .set({ snapshot: new Uint8Array([0, 0]) })
    .where('interview_id', '=', id)
    .execute();
  await db.deleteFrom('document_updates').where('interview_id', '=', id).execute();
}

it('reads a running interview without a replay from the start', async () => {
  const interview = await running();
  await save(interview, 'one');
  expect(await look(interview)).toBe('one');
  await loseStart(interview);

  expect(await look(interview)).toBe('one');
});

it('returns edits that another node has acknowledged', async () => {
  const interview = await running();
  for (const text of ['one', 'one two', 'three', '']) {
    await save(interview, text);
    const looks = await Promise.all([look(interview), look(interview)]);
    expect(looks).toEqual([text, text]);
  }
});

it('returns rows that commit late under an earlier id', async () => {
  const interview = await running();
  const { doc } = await replayDocument(node.ctx.db, interview.id);
  const before = Y.encodeStateVector(doc);
  doc.getText(SHARED_TEXT).insert(0, 'late ');
  const bytes = Y.encodeStateAsUpdate(doc, before);
  const update = { interviewId: interview.id, opId: newNodeOperationId(), participantId: null, bytes };
  const commit = await holdTransaction(node.ctx.db, (trx) => appendUpdate(trx, update));
  await save(interview, `${await look(interview)}!`);
  const withoutLate = await look(interview);
  await commit();

  expect(await look(interview)).toBe(`late ${withoutLate}`);
});

it('returns no code of an ended or deleted interview', async () => {
  const [over, deleted] = [await running(), await running()];
  await Promise.all([look(over), look(deleted)]);
  await endInterview(other, over.owner, over.room_code);
  await node.ctx.db.deleteFrom('interviews').where('id', '=', deleted.id).execute();

  expect(await look(over)).toBeUndefined();
  const { status } = await call(node.app, getPublicInterview, { params: { roomCode: deleted.room_code } });
  expect(status).toBe(404);
});

it.each([
  { ms: 60_000, entries: 2, bytes: 1_000_000 },
  { ms: 60_000, entries: 100, bytes: 1_500 },
])('caches at most $entries documents of $bytes bytes', async (limits) => {
  const replays = new ReplayCache(node.ctx.db, limits);
  const interviews = [await running(), await running(), await running()];
  for (const interview of interviews) {
    await save(interview, 'x'.repeat(500));
    await replays.texts(interview.id);
    await loseStart(interview);
  }
  const texts = [];
  for (const { id } of interviews.toReversed()) texts.push(await textOf(replays, id));

  expect(texts).toEqual(['x'.repeat(500), 'x'.repeat(500), '']);
});

it('retries a document that does not exist', async () => {
  const interview = await running();
  const replays = new ReplayCache(node.ctx.db);
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expect(replays.texts(unknown)).rejects.toMatchObject({ code: 'not_found' });
  await expect(replays.texts(unknown)).rejects.toMatchObject({ code: 'not_found' });
  expect(await textOf(replays, interview.id)).not.toBe('');
});

/** More than is replayed in the main thread, as is each read of the last 30 seconds from then on. */
const MUCH = 'x'.repeat(600_000);

/** Adds an edit to the log, as it is acknowledged. */
async function type({ id }: Running, text: string): Promise<void> {
  const { doc } = await replayDocument(node.ctx.db, id);
  const before = Y.encodeStateVector(doc);
  doc.getText(SHARED_TEXT).insert(0, text);
  const bytes = Y.encodeStateAsUpdate(doc, before);
  await appendUpdate(node.ctx.db, { interviewId: id, opId: newNodeOperationId(), participantId: null, bytes });
}

/** Returns a cache that counts its full replays and reads of the log, which wait for `hold`. */
function watchedCache() {
  const watched = { replays: 0, reads: 0, hold: Promise.resolve() };
  const db = node.ctx.db.withPlugin({
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      const [row = {}] = result.rows;
      if ('snapshot' in row) watched.replays++;
      if ('packed' in row) {
        watched.reads++;
        await watched.hold;
      }
      return result;
    },
  });
  return { replays: new ReplayCache(db), watched };
}

it('replays a busy document once for all who read it together', async () => {
  const interview = await running();
  const { replays, watched } = watchedCache();
  await replays.texts(interview.id);
  await type(interview, MUCH);

  const texts = await Promise.all(Array.from({ length: 6 }, () => textOf(replays, interview.id)));

  expect(new Set(texts).size).toBe(1);
  expect(texts[0]?.length).toBeGreaterThan(600_000);
  expect(watched.replays).toBe(2);
});

it('returns edits that were acknowledged while an earlier read replays', async () => {
  const interview = await running();
  await type(interview, MUCH);
  const { replays, watched } = watchedCache();
  const { promise, resolve } = Promise.withResolvers<void>();
  watched.hold = promise;
  const earlier = textOf(replays, interview.id);
  await until('the read log', () => watched.reads === 1);
  await type(interview, 'late ');

  // The replay under way lacks this edit. All of them wait for the next one, which begins after them.
  const later = Array.from({ length: 4 }, () => textOf(replays, interview.id));
  resolve();

  const starts = (await Promise.all([earlier, ...later])).map((text) => text.slice(0, 5));
  expect(starts).toEqual(['xxxxx', 'late ', 'late ', 'late ', 'late ']);
  expect(watched.replays).toBe(2);
});
