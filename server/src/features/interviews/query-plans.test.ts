import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/databases/migrated-database.ts';
import { explainQueries } from '../../testing/databases/query-plans.ts';
import { findPrincipal } from '../accounts/records/auth.repository.ts';
import { findHead, lastChange } from '../documents/log/documents.repository.ts';
import { readLog } from '../documents/log/log.repository.ts';
import { listPlanned } from './calendar/calendar-feeds.repository.ts';
import * as interviews from './interviews.repository.ts';
import * as openInterviews from './open-interviews.repository.ts';
import * as interviewList from './interview-list.repository.ts';
import { listAbandoned } from './room-state.repository.ts';
import { wholeCompany, type Scope } from './scope.service.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  // Statistics of a few companies, because without them any index of the table is as good as another.
  await sql`
    with company as (
      insert into companies (id, name, email)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Acme', n || '@acme.test'
      from generate_series(1, 50) as n
      returning id
    )
    insert into interviews (company_id, interviewer_name, room_code, status, created_at, ended_at)
    select id, 'Ida', 'room-' || gen_random_uuid(), status, moment, moment
    from company, unnest(array['active', 'completed']) as status,
      generate_series(now() - interval '100 days', now(), interval '1 day') as moment`.execute(database.db);
  await sql`vacuum analyze interviews`.execute(database.db);
});
afterAll(() => database.drop());

// The first company, because the planner knows how many interviews it has.
const id = '00000000-0000-4000-8000-000000000001';
const company = wholeCompany(id);
const page = { limit: 15, offset: 0 };
const QUERIES: [what: string, query: (db: Database) => Promise<unknown>, index: string][] = [
  ['the account of a request', (db) => findPrincipal(db, id, id), 'auth_sessions_pkey'],
  ['a page of the list', (db) => interviewList.list(db, company, page), 'interviews_company'],
  ['a page of one status', (db) => interviewList.list(db, company, page, { status: 'active' }), 'interviews_status'],
  ['an interview by its room', (db) => interviews.findByRoomCode(db, company, 'room'), 'interviews_room_code_key'],
  ['an interview by its link', (db) => interviews.findByLink(db, 'room'), 'interviews_room_code_key'],
  ['the head of a document', (db) => findHead(db, id), 'documents_pkey'],
  ['the last change of a document', (db) => lastChange(db, id), 'document_updates_replay'],
  ['the log of a document', (db) => readLog(db, id, 0), 'document_updates_'],
  ['abandoned interviews', (db) => listAbandoned(db, 8), 'interviews_running'],
];

test.each(QUERIES)('finds %s by an index, in its order', async (_what, query, index) => {
  const settings = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };
  const [found] = await explainQueries(database.url, query, settings);
  expect(found?.plan).toContain(index);
  expect(found?.plan).not.toContain('Seq Scan on interviews');
  expect(found?.plan).not.toContain('Seq Scan on document');
});

test('finds the upcoming interviews among those that are planned', async () => {
  const settings = { enable_seqscan: 'off', enable_bitmapscan: 'off' };
  const [found] = await explainQueries(
    database.url,
    (db) => interviewList.list(db, company, page, { upcoming: 'true' }),
    settings,
  );
  expect(found?.plan).toContain('interviews_status');
  expect(found?.plan).not.toContain('Seq Scan on interviews');
});

test('finds the interviews of a calendar feed by their interviewer', async () => {
  const bounds = { pastDays: 90, futureDays: 366, atMost: 2_000 };
  const [found] = await explainQueries(database.url, (db) => listPlanned(db, { id, company_id: id }, bounds), {});
  expect(found?.plan).toContain('Bitmap Index Scan on interviews_interviewer');
  expect(found?.plan).not.toContain('Seq Scan on interviews');
});

test('finds the interviews that an interviewer leads or takes part in by two indexes', async () => {
  const [found] = await explainQueries(
    database.url,
    (db) => interviewList.list(db, company, page, { interviewer_id: id }),
    {},
  );
  expect(found?.plan).toContain('Bitmap Index Scan on interviews_interviewer');
  expect(found?.plan).toContain('Bitmap Index Scan on interviews_pkey');
  expect(found?.plan).toContain('interview_interviewers_user');
});

const OWN: Scope = { companyId: id, onlyFor: id };
const OWN_LISTS: [what: string, query: (db: Database) => Promise<unknown>][] = [
  ['a page of the list', (db) => interviewList.list(db, OWN, page)],
  ['a page of one status', (db) => interviewList.list(db, OWN, page, { status: 'completed' })],
  ['their number', (db) => interviewList.count(db, OWN)],
  ['those that run', (db) => openInterviews.listActive(db, OWN)],
];

test.each(OWN_LISTS)(
  'finds %s that is visible to an interviewer without reading the company’s',
  async (_what, query) => {
    const [found] = await explainQueries(database.url, query);
    for (const index of ['interviews_interviewer', 'interviews_planned_by', 'interviews_started_by', 'interviews_pkey'])
      expect(found?.plan).toContain(`Bitmap Index Scan on ${index}`);
    expect(found?.plan).toContain('interview_interviewers_user');
    expect(found?.plan).not.toContain('Seq Scan on interviews');
  },
);

test('finds an interview that is visible to an interviewer by its key', async () => {
  const settings = { enable_seqscan: 'off' };
  const [byId] = await explainQueries(database.url, (db) => interviews.findById(db, OWN, id), settings);
  const [byRoom] = await explainQueries(database.url, (db) => interviews.findByRoomCode(db, OWN, 'room'), settings);
  expect(byId?.plan).toContain('Index Scan using interviews_pkey');
  expect(byRoom?.plan).toContain('Index Scan using interviews_room_code_key');
});
