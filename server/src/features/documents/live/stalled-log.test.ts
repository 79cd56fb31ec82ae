import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { readCode } from '../read-code.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** Edits of a thousand rooms while the database stalls for more than half a second. */
const EDITS = 3_000;

/** Blocks appends to the log until the returned function is called. */
function stallLog(): Promise<() => Promise<void>> {
  return holdTransaction(node.ctx.db, (trx) => sql`lock table document_updates in exclusive mode`.execute(trx));
}

async function logged({ interview }: LiveRoom): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document_updates where interview_id = ${interview.id}`.execute(node.ctx.db);
  return rows[0]?.count ?? 0;
}

test('relays edits while the database stalls, refuses none, and logs repeats once', async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const ines = remember(await OwnClient.join(node.url, room.interviewer));
  const rowsBefore = await logged(room);
  const resume = await stallLog();
  try {
    for (let n = 0; n < EDITS; n++) ada.insert(0, String(n % 10));
    await until('the relay', () => ines.text === ada.text);
    expect(ada.unacknowledged.size).toBe(EDITS);
    await ada.open();
    await ines.open();
    expect(node.ctx.documents.log.waitingCount).toBe(EDITS);
  } finally {
    await resume();
  }
  await until('the acknowledgements', () => ada.unacknowledged.size === 0);
  expect(await logged(room)).toBe(rowsBefore + EDITS);
  expect((await readCode(node.ctx, room.interview.id)).code_content).toBe(ada.text);
});

test('accepts full texts while the database stalls', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const ines = remember(await PlainClient.join(node.url, room.interviewer));
  const resume = await stallLog();
  let answer: Promise<unknown>;
  try {
    for (let n = 0; n < EDITS; n++) ada.insert(0, String(n % 10));
    await until('the relay', () => ines.code === ada.text);
    answer = ines.type(`${ada.text}\n-- from Ines`);
    await until('the line of Ines', () => ada.text.endsWith('-- from Ines'));
  } finally {
    await resume();
  }
  expect(await answer).toEqual({ ok: true });
  expect((await readCode(node.ctx, room.interview.id)).code_content).toBe(ada.text);
});

/** Runs a task while the log refuses every edit. */
async function withoutLog<T>(task: () => Promise<T>): Promise<T> {
  await sql`alter table document_updates rename to renamed`.execute(node.ctx.db);
  try {
    return await task();
  } finally {
    await sql`alter table renamed rename to document_updates`.execute(node.ctx.db);
  }
}

test('logs a refused edit together with the next one', async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await PlainClient.join(node.url, room.candidate));
  const ines = remember(await OwnClient.join(node.url, room.interviewer));
  const refused = await withoutLog(() => ada.type(`${ada.code}\nrefused`));
  expect(refused).toMatchObject({ ok: false, error: { code: 'internal' } });
  await until('the relay', () => ines.text.endsWith('refused'));
  ines.insert(ines.text.length, ' and built on');
  await until('the acknowledgement', () => ines.unacknowledged.size === 0 && ada.code === ines.text);
  expect(await ada.type(`${ines.text}\nlater`)).toEqual({ ok: true });
  expect((await readCode(node.ctx, room.interview.id)).code_content).toMatch(/\nrefused and built on\nlater$/);
});
