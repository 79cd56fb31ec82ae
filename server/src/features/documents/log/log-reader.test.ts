import { randomUUID } from 'node:crypto';
import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTwoInterviews, type TwoInterviews } from '../../../testing/databases/migrated-database.ts';
import { LogReader } from './log-reader.ts';

let database: TwoInterviews;
let own: string;
let other: string;
beforeAll(async () => {
  database = await createTwoInterviews();
  ({ own, other } = database);
  await append(other, 'second', 7);
});
afterAll(() => database.drop());

let reader: LogReader;
let statements = 0;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements++;
    return node;
  },
  transformResult: async ({ result }) => result,
};
beforeEach(() => {
  reader = new LogReader(database.db.withPlugin(counting));
  statements = 0;
});

/** Appends a row with a timestamp that many seconds ago. Returns its id. */
async function append(interviewId: string, opId: string, secondsAgo: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into document_updates (interview_id, op_id, at, bytes)
    values (${interviewId}, ${opId}, now() - make_interval(secs => ${secondsAgo}), ${Buffer.from(opId)})
    returning id`.execute(database.db);
  return rows[0]?.id ?? NaN;
}

const textsOf = ({ updates }: Awaited<ReturnType<LogReader['read']>>) =>
  updates.slice(-1).map(({ bytes }) => Buffer.from(bytes).toString());

test('reads the rows of many documents together, each its own', async () => {
  const unknown = Array.from({ length: 118 }, () => randomUUID());

  const parts = await Promise.all([own, other, ...unknown].map((id) => reader.read(id, 0)));

  expect(parts.map(({ rowCount }) => rowCount)).toEqual([1, 2, ...unknown.map(() => 0)]);
  expect(parts[1] && textsOf(parts[1])).toEqual(['second']);
  expect(statements).toBe(3);
});

test('merges two concurrent reads of one document into one', async () => {
  const { recentId } = await reader.read(other, 0);
  const third = await append(other, 'third', 0);

  const [part, again, elsewhere] = await Promise.all([
    reader.read(other, recentId),
    reader.read(other, recentId + 1),
    reader.read(own, third),
  ]);

  expect(textsOf(part)).toEqual(['third']);
  expect(again).toBe(part);
  expect(elsewhere).toEqual({ updates: [], rowCount: 0, settledId: 0, recentId: 0 });
});

test('returns up to which ids the log is settled and recent', async () => {
  const settled = await append(own, 'settled', 31);
  const recent = await append(own, 'recent', 4);
  await append(own, 'new', 0);

  const { settledId, recentId } = await reader.read(own, 0);

  expect({ settledId, recentId }).toEqual({ settledId: settled, recentId: recent });
});

test('rejects all waiting reads when a statement fails, and recovers', async () => {
  const waiting = Array.from({ length: 60 }, (_, nth) => reader.read(randomUUID(), nth === 0 ? NaN : 0));

  const outcomes = await Promise.allSettled(waiting);

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(60);
  expect((await reader.read(other, 0)).rowCount).toBeGreaterThan(0);
});
