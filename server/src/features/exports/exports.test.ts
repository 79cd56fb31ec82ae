import { listAudit } from '@cip/contracts/audit';
import * as contract from '@cip/contracts/exports';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews';
import { saveCode } from '@cip/contracts/documents';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { candidateOf, startLiveRoom } from '../../testing/live-room.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { COMPANY_TABLES, EDITS_TABLE, INTERVIEW_TABLES, OMITTED_TABLES } from './export-manifest.ts';

/** Text with a meaning for spreadsheets, shells and file systems. */
const CODE = '=HYPERLINK("http://x")\n../../etc/passwd\n\u00e4\u{1F489}\tselect 1;';

describe.each(['postgres', 'embedded'] as const)('exports on %s', (database) => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ database, listen: true });
  });
  afterAll(() => node.close());

  async function unpack(url: string, token: string): Promise<Record<string, string>> {
    const response = await node.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const files = unzipSync(new Uint8Array(response.rawPayload));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  async function withCode(owner: SignedIn, language: string) {
    const interview = await quickStart(node, owner);
    const body = { interview_session_id: interview.id, language, code_content: CODE };
    const saved = { ...body, cursor_positions: null, selection_data: null, editor_settings: null };
    expect((await call(node.app, saveCode, { token: owner.token, body: saved })).status).toBe(200);
    return interview;
  }

  const read = (files: Record<string, string>, name: string) => JSON.parse(files[name] ?? 'null');

  it('contain all data about a company, with the code as files', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
    await addInterviewer(node, owner, 'Ida');
    const interview = await withCode(owner, 'python');
    await joinAsCandidate(node, interview.room_code, 'Ada');
    const other = await registerCompany(node, { plan: 'enterprise' });
    const strange = await withCode(other, 'go');

    const files = await unpack('/api/company/export', owner.token);

    expect(read(files, 'companies.json')).toMatchObject([{ id: owner.company.id, name: 'Acme', email: owner.email }]);
    expect(
      read(files, 'users.json')
        .map(({ name }: { name: string }) => name)
        .toSorted(),
    ).toEqual(['Acme', 'Ida']);
    const folder = `interviews/${new Date().toISOString().slice(0, 10)}_${interview.room_code}`;
    expect(files[`${folder}/code.py`]).toBe(CODE);
    expect(read(files, `${folder}/interviews.json`)).toMatchObject([{ id: interview.id, candidate_name: 'Ada' }]);
    expect(read(files, `${folder}/candidates.json`)).toMatchObject([{ name: 'Ada' }]);
    const edits = (files[`${folder}/edits.jsonl`] ?? '').trim().split('\n');
    expect(edits.length).toBe(2);
    expect(JSON.parse(edits[1] ?? '').bytes).toMatch(/^[A-Za-z0-9+/]+=*$/);
    const all = JSON.stringify(files);
    for (const foreign of [other.company.id, other.email, strange.room_code]) expect(all).not.toContain(foreign);
    expect(all).not.toContain('argon2');
  });

  it('contain no secret of any table', async () => {
    const owner = await registerCompany(node);
    const secrets = await node.ctx.db
      .selectFrom('users')
      .innerJoin('auth_sessions', 'auth_sessions.user_id', 'users.id')
      .select(['password_hash', 'auth_sessions.id'])
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow();

    const all = JSON.stringify(await unpack('/api/company/export', owner.token));

    for (const secret of [...Object.values(secrets), owner.token]) expect(all).not.toContain(secret);
  });

  it('of an interview contain its candidate, notes and code', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const interview = await withCode(owner, 'c++');
    const change = { candidate_name: 'Ada', candidate_email: 'ada@example.com', notes: 'Kind.' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body: change });

    const files = await unpack(`/api/interview-sessions/${interview.id}/export`, owner.token);

    expect(Object.keys(files).toSorted()).toEqual([
      'candidates.json',
      'code.cpp',
      'document_saves.json',
      'documents.json',
      'edits.jsonl',
      'interviews.json',
      'offline_gaps.json',
      'room_occupancy.json',
    ]);
    expect(files['code.cpp']).toBe(CODE);
    expect(read(files, 'interviews.json')).toMatchObject([change]);
    const { data } = (await call(node.app, listAudit, { token: owner.token })).reply;
    expect(data[0]).toMatchObject({
      action: 'interview.exported',
      actor_name: 'Acme',
      details: { room_code: interview.room_code },
    });
  });

  it('of another company’s interview, or of a deleted one, answer not_found', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    const { id } = await quickStart(node, owner);
    const export_ = (token: string) => call(node.app, contract.exportInterview, { token, params: { id } });

    const foreign = await export_(other.token);
    await call(node.app, deleteInterview, { token: owner.token, params: { id } });
    const gone = await export_(owner.token);

    expect([foreign.status, gone.status]).toEqual([404, 404]);
    expect(foreign.error).toEqual(gone.error);
  });

  it('of company data are for the owner only', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    expect((await call(node.app, contract.exportCompany, { token: ida.token })).status).toBe(403);
    expect((await call(node.app, contract.exportCompany)).status).toBe(401);
  });

  it('of a candidate need the token they joined with, and contain no notes', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const interview = await withCode(owner, 'sql');
    const { token, participant_id } = await joinAsCandidate(node, interview.room_code, 'Ada');
    const body = { notes: 'secret opinion' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body });
    await endInterview(node, owner, interview.room_code);

    const files = await unpack(`/api/public/session/${interview.room_code}/export`, token);

    expect(Object.keys(files)).toEqual(['candidate.json', 'code.sql']);
    expect(read(files, 'candidate.json')).toMatchObject({ participant_id, name: 'Ada', company_name: 'Acme' });
    expect(files['code.sql']).toBe(CODE);
    expect(JSON.stringify(files)).not.toContain('opinion');
  });

  it('of a candidate do not contain the invited name and e-mail', async () => {
    const owner = await registerCompany(node);
    const interview = await quickStart(node, owner);
    const invited = { candidate_name: 'Grace Invited', candidate_email: 'grace@example.com' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body: invited });
    const { token } = await joinAsCandidate(node, interview.room_code, 'Another Candidate');

    const files = await unpack(`/api/public/session/${interview.room_code}/export`, token);

    expect(read(files, 'candidate.json')).toMatchObject({ name: 'Another Candidate' });
    for (const value of Object.values(invited)) expect(JSON.stringify(files)).not.toContain(value);
  });

  it('of a candidate refuse any other token, and never with 401', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const [one, other] = [await quickStart(node, owner), await quickStart(node, owner)];
    const { token } = await joinAsCandidate(node, one.room_code);
    const ask = async (sent: string | undefined, roomCode = one.room_code) =>
      (await call(node.app, contract.exportCandidate, { token: sent, params: { roomCode } })).status;

    expect(await ask(undefined)).toBe(403);
    expect(await ask('nonsense')).toBe(403);
    expect(await ask(owner.token)).toBe(403);
    expect(await ask(token, other.room_code)).toBe(404);
    expect(await ask(token, 'no such room')).toBe(404);
    await call(node.app, deleteInterview, { token: owner.token, params: { id: one.id } });
    expect(await ask(token)).toBe(404);
  });
});

describe('an export', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ listen: true });
  });
  afterAll(() => node.close());

  it('is refused to a removed candidate', async () => {
    const room = await startLiveRoom(node);
    const candidate = await candidateOf(node, room.roomCode, 'Eve');
    await node.ctx.db
      .updateTable('candidates')
      .set({ removed_at: sql<string>`now()` })
      .where('name', '=', 'Eve')
      .execute();

    const params = { roomCode: room.roomCode };
    const { status, error } = await call(node.app, contract.exportCandidate, { token: candidate.authToken, params });

    expect([status, error.code]).toEqual([403, 'removed']);
  });

  it('contains every column of every table, or a reason why not', async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'`.execute(node.ctx.db);
    const tables = [...COMPANY_TABLES, ...INTERVIEW_TABLES, EDITS_TABLE];
    const listed = tables.flatMap(({ name, columns, withheld }) =>
      [...columns, ...Object.keys(withheld)].map((column) => `${name}.${column}`),
    );
    const there = rows
      .filter(({ table_name }) => !(table_name in OMITTED_TABLES))
      .map(({ table_name, column_name }) => `${table_name}.${column_name}`);

    expect(listed.toSorted()).toEqual(there.toSorted());
  });

  it('of ten thousand edits is sent in chunks', async () => {
    const owner = await registerCompany(node);
    const { id } = await quickStart(node, owner);
    await sql`insert into document_updates (interview_id, op_id, bytes)
      select ${id}, 'many-' || n, decode(repeat('ab', 400), 'hex') from generate_series(1, 10000) n`.execute(
      node.ctx.db,
    );
    // These updates cannot be replayed; the test is about the size of the chunks, not about the code.
    await sql`update documents set through_id = (select max(id) from document_updates) where interview_id = ${id}`.execute(
      node.ctx.db,
    );

    const response = await fetch(`${node.url}/api/interview-sessions/${id}/export`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const sizes: number[] = [];
    for await (const piece of response.body ?? []) sizes.push(piece.length);

    expect(sizes.length).toBeGreaterThan(10);
  });
});

describe('exports beyond the limit', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => node.close());

  /** Returns the statuses of eleven exports, one more than the limit. */
  async function eleven(ask: () => Promise<{ status: number }>): Promise<number[]> {
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push((await ask()).status);
    return answers;
  }
  const tenThenRefused = [...Array.from({ length: 10 }, () => 200), 429];

  it('are refused to all users of a company, for all exports, and not to another company', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    const { id } = await quickStart(node, owner);
    const company = ({ token }: SignedIn) => call(node.app, contract.exportCompany, { token });

    expect(await eleven(() => company(owner))).toEqual(tenThenRefused);
    const refused = await call(node.app, contract.exportInterview, { token: owner.token, params: { id } });

    expect([refused.status, refused.error.message]).toEqual([429, 'Too many exports. Please wait a moment.']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await company(other)).status).toBe(200);
  });

  it('are refused to a link, also after joining again, and do not count for the company', async () => {
    const owner = await registerCompany(node);
    const { id, room_code: roomCode } = await quickStart(node, owner);
    const ask = async () => {
      const { token } = await joinAsCandidate(node, roomCode);
      return call(node.app, contract.exportCandidate, { token, params: { roomCode } });
    };

    expect(await eleven(ask)).toEqual(tenThenRefused);
    expect((await call(node.app, contract.exportInterview, { token: owner.token, params: { id } })).status).toBe(200);
  });

  it('with a foreign token do not count for the link', async () => {
    const owner = await registerCompany(node);
    const { room_code: roomCode } = await quickStart(node, owner);
    const { token } = await joinAsCandidate(node, roomCode);
    const ask = (sent: string) => call(node.app, contract.exportCandidate, { token: sent, params: { roomCode } });

    for (let n = 0; n < 11; n++) expect((await ask(owner.token)).status).toBe(403);

    expect((await ask(token)).status).toBe(200);
  });
});
