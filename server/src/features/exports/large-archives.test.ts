import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addQuestion, quickStart, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { companyFiles } from './archive.ts';

const VERSIONS = 20;
const VERSION_CHARS = 1_500_000;
const EDITS = 40;
const EDIT_BYTES = 600_000;

let node: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
  owner = await registerCompany(node);
  await withLargeVersions();
  await withLargeEdits();
});
afterAll(() => node.close());

/** Adds a question whose versions have large data. */
async function withLargeVersions(): Promise<void> {
  const question = await addQuestion(node, owner);
  await sql`insert into question_versions (question_id, version, title, text, guide, starters, data, tests, tags)
    select question_id, n, title, text, guide, starters, repeat(md5(n::text), ${VERSION_CHARS / 32}), tests, tags
    from question_versions, generate_series(2, ${VERSIONS}::int) n where question_id = ${question.id}`.execute(
    node.ctx.db,
  );
}

/** Adds an interview with large edits. Its snapshot contains them, because they cannot be replayed. */
async function withLargeEdits(): Promise<void> {
  const { id } = await quickStart(node, owner);
  await sql`insert into document_updates (interview_id, op_id, bytes)
    select ${id}, 'large-' || n, decode(repeat(md5(n::text), ${EDIT_BYTES / 16}), 'hex')
    from generate_series(1, ${EDITS}::int) n`.execute(node.ctx.db);
  await sql`update documents set through_id = (select max(id) from document_updates) where interview_id = ${id}`.execute(
    node.ctx.db,
  );
}

/** Returns the size of a row's values. */
function sizeOf(row: object): number {
  const sizes = Object.values(row).map((value: unknown) =>
    value instanceof Uint8Array ? value.length : (JSON.stringify(value) ?? '').length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

it('reads and writes many large versions and edits completely, a few at a time', { tags: ['long'] }, async () => {
  const batches: number[] = [];
  const measure: KyselyPlugin = {
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      batches.push(result.rows.reduce((sum: number, row) => sum + sizeOf(row), 0));
      return result;
    },
  };
  const strings: number[] = [];
  const files: Record<string, string[]> = {};

  for await (const { name, content } of companyFiles({ db: node.ctx.db.withPlugin(measure) }, owner.company.id))
    for await (const text of typeof content === 'string' ? [content] : content) {
      strings.push(text.length);
      if (/questions\.json|edits\.jsonl/.test(name)) (files[name.replace(/.*\//, '')] ??= []).push(text);
    }

  expect(Math.max(...batches)).toBeLessThan(5_000_000);
  expect(Math.max(...strings)).toBeLessThan(2_500_000);
  const questions = (files['questions.json'] ?? []).join('');
  const rows: { versions: { version: number; data: string }[] }[] = JSON.parse(questions);
  expect(questions).toBe(`[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
  expect(rows.map(({ versions }) => versions.map(({ version }) => version))).toEqual([
    Array.from({ length: VERSIONS }, (_, index) => index + 1),
  ]);
  const edits = (files['edits.jsonl'] ?? []).join('').trimEnd().split('\n');
  const large = edits.map((line): { op_id: string; bytes: string } => JSON.parse(line));
  expect(
    large.flatMap(({ op_id, bytes }) => (Buffer.from(bytes, 'base64').length === EDIT_BYTES ? op_id : [])),
  ).toEqual(Array.from({ length: EDITS }, (_, index) => `large-${index + 1}`));
});

/** Returns milliseconds of processor time of this thread, which a busy machine does not stretch. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

it('takes no long step of the event loop for large versions and edits', { tags: ['long'] }, async () => {
  const began = threadTime();
  const steps: number[] = [];
  let last = began;
  const probe = setInterval(() => {
    const now = threadTime();
    steps.push(now - last);
    last = now;
  }, 1);

  const response = await fetch(`${node.url}/api/company/export`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  for await (const _ of response.body ?? []) continue;
  clearInterval(probe);

  const whole = threadTime() - began;
  expect(response.status).toBe(200);
  expect(Math.max(...steps)).toBeLessThan(whole / 10);
});
