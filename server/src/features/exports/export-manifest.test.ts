import { randomUUID } from 'node:crypto';
import { subscribeToFreePlan } from '@cip/contracts/billing/billing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addQuestion, addTemplate, joinAsCandidate, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { COMPANY_TABLES, EDITS_TABLE, INTERVIEW_TABLES, SCORECARD_TABLES } from './export-manifest.ts';
import { CANDIDATE_TABLES } from './candidate-tables.ts';
import type { ExportedTable } from './exported-table.ts';

interface Owners {
  companyId: string;
  interviewId: string;
  candidateId: string;
  roomCode: string;
}

// Two companies, each with a row in every table.
let node: TestApp;
let own: Owners;
let other: Owners;
beforeAll(async () => {
  node = await startTestApp();
  own = await withEverything();
  other = await withEverything();
});
afterAll(() => node.close());

async function withEverything(): Promise<Owners> {
  const { db } = node.ctx;
  const owner = await registerCompany(node, { plan: null });
  const free = await db.selectFrom('plans').select('id').where('slug', '=', 'starter').executeTakeFirstOrThrow();
  await call(node.app, subscribeToFreePlan, { token: owner.token, body: { subscription_plan_id: free.id } });
  const version = await db.selectFrom('plan_versions').select('id').limit(1).executeTakeFirstOrThrow();
  const interview = await quickStart(node, owner);
  const { participant_id } = await joinAsCandidate(node, interview.room_code);
  const user = await db.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirstOrThrow();
  const [companyId, interviewId] = [owner.company.id, interview.id];
  const now = new Date().toISOString();
  await db
    .insertInto('password_resets')
    .values({ token_hash: randomUUID(), user_id: user.id, expires_at: now })
    .execute();
  await db
    .insertInto('email_links')
    .values({
      user_id: user.id,
      kind: 'undo',
      email: owner.email,
      was_verified: true,
      token_hash: null,
      expires_at: now,
    })
    .execute();
  await db
    .insertInto('provider_identities')
    .values({ user_id: user.id, issuer: 'https://id.example/', subject: randomUUID() })
    .execute();
  await db.insertInto('second_factors').values({ user_id: user.id, secret: 'x', confirmed_at: null }).execute();
  await db
    .insertInto('payment_customers')
    .values({ company_id: companyId, provider: 'stripe', customer_id: null })
    .execute();
  await sql`insert into checkouts (company_id, provider, plan_version_id, status)
    values (${companyId}, 'stripe', ${version.id}, 'open')`.execute(db);
  await sql`insert into room_occupancy (interview_id, occupied_at) values (${interviewId}, now())
    on conflict do nothing`.execute(db);
  await db.insertInto('interview_files').values({ interview_id: interviewId, root: 'code2', name: 'a.py' }).execute();
  await db.insertInto('document_saves').values({ interview_id: interviewId, op_id: 'operation-1' }).execute();
  const gap = { interview_id: interviewId, op_id: 'operation-1', offline_from: now, offline_to: now };
  await db
    .insertInto('offline_gaps')
    .values({ ...gap, participant_id })
    .execute();
  const event = { interview_id: interviewId, participant_id, kind: 'joined', data: JSON.stringify({ name: 'Ada' }) };
  await db
    .insertInto('timeline_events')
    .values({ ...event, op_id: randomUUID() })
    .execute();
  const question = await addQuestion(node, owner);
  const copy = { interview_id: interviewId, question_id: question.id, version: 1, number: 1 };
  await db
    .insertInto('interview_questions')
    .values({ ...copy, content: JSON.stringify({ title: 'Sum' }), hidden_at: null })
    .execute();
  const aside = { interview_id: interviewId, number: 1, question_number: 1, language: 'sql', code: 'select 1;' };
  await db
    .insertInto('asides')
    .values({ ...aside, participant_id, participant_name: 'Ada', participant_type: 'candidate' })
    .execute();
  await addTemplate(node, owner, { question_ids: [question.id] });
  const link = { interview_id: interviewId, digest: randomUUID(), created_by: user.id, shows_candidate: false };
  await db
    .insertInto('review_links')
    .values({ ...link, expires_at: now })
    .execute();
  await db.insertInto('closed_stretches').values({ interview_id: interviewId, from_ms: 1, to_ms: 2 }).execute();
  await db.insertInto('run_settings').values({ interview_id: interviewId, data_set: null }).execute();
  const run = { id: randomUUID(), interview_id: interviewId, participant_id, participant_name: 'Ada', language: 'sql' };
  await db
    .insertInto('runs')
    .values({ ...run, code: '', stdin: '', hash: '', position: '0' })
    .execute();
  const opinion = { interview_id: interviewId, user_id: user.id };
  const card = { ...opinion, author_name: 'Ines', from_playback: false, content: '{}' };
  await db.insertInto('scorecards').values(card).execute();
  await db.insertInto('interview_criteria').values({ interview_id: interviewId, criteria: '[]' }).execute();
  await db.insertInto('playback_views').values(opinion).execute();
  await db.insertInto('candidate_accounts').values(opinion).execute();
  await db
    .insertInto('interview_interviewers')
    .values({ ...opinion, position: 1 })
    .execute();
  await db.insertInto('question_library_answers').values({ company_id: companyId }).execute();
  const key = { company_id: companyId, created_by: user.id, name: 'ATS', scope: 'read' as const, hint: 'abcd' };
  await db
    .insertInto('api_keys')
    .values({ ...key, digest: randomUUID(), expires_at: now })
    .execute();
  await db.insertInto('calendar_feeds').values({ user_id: user.id, digest: randomUUID() }).execute();
  const events = ['interview.ended' as const];
  const webhook = await db
    .insertInto('webhooks')
    .values({ company_id: companyId, url: 'https://hooks.example/', events, secret: 'sealed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const told = { company_id: companyId, interview_id: interviewId, type: 'interview.ended' as const, payload: '{}' };
  await db
    .insertInto('webhook_deliveries')
    .values({ ...told, webhook_id: webhook.id, due_at: null })
    .execute();
  const decision = { decision: 'hold' as const, reason: '', decided_by: user.id, decided_by_name: 'Ines' };
  await db
    .insertInto('interview_decisions')
    .values({ ...decision, interview_id: interviewId })
    .execute();
  return { companyId, interviewId, candidateId: participant_id, roomCode: interview.room_code };
}

/** Returns the exported rows of a company or an interview, each as text. */
async function readRows({ name, rowsOf }: ExportedTable, id: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select ${sql.table(name)}::text as row from ${sql.table(name)} where ${rowsOf(id)}`.execute(node.ctx.db);
  return rows.map(({ row }) => row);
}

it.each(COMPANY_TABLES.map((exported) => [exported.name, exported] as const))(
  'exports only the company’s own rows of %s',
  async (_, exported) => {
    const [ours, theirs] = [await readRows(exported, own.companyId), await readRows(exported, other.companyId)];

    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter((row) => theirs.includes(row))).toEqual([]);
    expect(await readRows(exported, randomUUID())).toEqual([]);
  },
);

it.each([...INTERVIEW_TABLES, ...SCORECARD_TABLES, EDITS_TABLE].map((exported) => [exported.name, exported] as const))(
  'exports only the interview’s own rows of %s',
  async (_, exported) => {
    const [ours, theirs] = [await readRows(exported, own.interviewId), await readRows(exported, other.interviewId)];

    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter((row) => theirs.includes(row))).toEqual([]);
    expect(await readRows(exported, randomUUID())).toEqual([]);
  },
);

it.each(CANDIDATE_TABLES.map((exported) => [exported.name, exported] as const))(
  'exports to a candidate only rows of %s of their interview, and not those of other candidates',
  async (_, exported) => {
    const [ours, theirs] = [await readRows(exported, own.candidateId), await readRows(exported, other.candidateId)];

    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter((row) => theirs.includes(row))).toEqual([]);
    expect(ours.every((row) => row.includes(own.interviewId))).toBe(true);
    const late = await joinAsCandidate(node, own.roomCode, 'Bob');
    expect((await readRows(exported, late.participant_id)).some((row) => row.includes(own.candidateId))).toBe(false);
    expect(await readRows(exported, randomUUID())).toEqual([]);
  },
);

/** Returns the columns of each unique index over all rows of a table. */
async function uniqueColumnsOf(table: string): Promise<string[][]> {
  const { rows } = await sql<{ columns: string[] }>`
    select array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)
    ) as columns
    from pg_index
    where indrelid = ${table}::regclass and indisunique and indpred is null and indexprs is null`.execute(node.ctx.db);
  return rows.map(({ columns }) => columns);
}

/** Returns the column that is the same in all exported rows of a table, or none. */
function sameInAll({ rowsOf }: ExportedTable): string[] {
  const [, column] = /^(\w+) = /.exec(rowsOf(own.companyId).compile(node.ctx.db).sql) ?? [];
  return column === undefined ? [] : [column];
}

const ALL = [...COMPANY_TABLES, ...INTERVIEW_TABLES, ...SCORECARD_TABLES, EDITS_TABLE, ...CANDIDATE_TABLES];
it.each(ALL.map((exported) => [exported.name, exported] as const))(
  'reads %s in pages by a unique key of its exported rows',
  async (name, exported) => {
    const known = [...sameInAll(exported), exported.key].flat();
    expect(
      (await uniqueColumnsOf(name)).filter((columns) => columns.every((column) => known.includes(column))),
    ).not.toEqual([]);
    const { parts } = exported;
    if (!parts) return;
    const ofParts = (await uniqueColumnsOf(parts.name)).map((columns) => columns.toSorted());
    expect(ofParts).toContainEqual([parts.of, parts.orderBy].toSorted());
  },
);
