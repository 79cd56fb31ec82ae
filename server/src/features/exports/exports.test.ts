import { randomUUID } from 'node:crypto';
import { listAudit } from '@cip/contracts/accounts/audit';
import { deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import * as contract from '@cip/contracts/exports/exports';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews/interviews';
import { saveCode } from '@cip/contracts/rooms/documents';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '../../platform/database/database.ts';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { aRequest, anEnd } from '../../testing/sockets/runs.ts';
import { describeDatabases } from '../../testing/databases/describe-databases.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { findPrincipal } from '../accounts/sign-in/auth.service.ts';
import { exportInterview } from './exports.service.ts';
import { COMPANY_TABLES, EDITS_TABLE, INTERVIEW_TABLES, OMITTED_TABLES, SCORECARD_TABLES } from './export-manifest.ts';
import { CANDIDATE_TABLES } from './candidate-tables.ts';

/** Text with a meaning for spreadsheets, shells and file systems. */
const CODE = '=HYPERLINK("http://x")\n../../etc/passwd\n\u00e4\u{1F489}\tselect 1;';

const remember = closeAfterEach();

describeDatabases('exports', (database) => {
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

  /** Runs the room's code with marked input and output, and returns the run's id. */
  async function runIn(auth: LiveRoom['candidate'], mark: string): Promise<string> {
    const client = remember(await OwnClient.join(node.url, auth));
    const request = aRequest(client.text, { stdin: `${mark}input` });
    const pieces = [
      { seq: 0, at: 5, stream: 'out', text: `${mark}first` },
      { seq: 1, at: 9, stream: 'err', text: `${mark}second` },
    ];
    expect(await client.wire.emit('run:start', request)).toMatchObject({ ok: true });
    for (const piece of pieces)
      expect(await client.wire.emit('run:output', { id: request.id, piece })).toMatchObject({ ok: true });
    const end = anEnd({ tail: `${mark}tail` });
    expect(await client.wire.emit('run:end', { id: request.id, end })).toMatchObject({ ok: true });
    return request.id;
  }

  const read = (files: Record<string, string>, name: string) => JSON.parse(files[name] ?? 'null');

  it('exports all data about a company, with the code as files', async () => {
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

  it('exports no secret of any table', async () => {
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

  it('exports candidate, notes and code of an interview', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const interview = await withCode(owner, 'c++');
    const change = { candidate_name: 'Ada', candidate_email: 'ada@example.com', notes: 'Kind.' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body: change });

    const files = await unpack(`/api/interview-sessions/${interview.id}/export`, owner.token);

    expect(Object.keys(files).toSorted()).toEqual([
      'asides.json',
      'candidates.json',
      'closed_stretches.json',
      'code.cpp',
      'document_saves.json',
      'documents.json',
      'edits.jsonl',
      'interview_files.json',
      'interview_interviewers.json',
      'interview_questions.json',
      'interviews.json',
      'offline_gaps.json',
      'review_links.json',
      'room_occupancy.json',
      'run_settings.json',
      'runs.json',
      'scorecards.json',
      'timeline_events.json',
    ]);
    expect(read(files, 'timeline_events.json').map(({ kind }: { kind: string }) => kind)).toEqual([
      'opened',
      'saved',
      'language',
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

  it('answers not_found for another company’s or a deleted interview', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    const { id } = await quickStart(node, owner);
    const export_ = (token: string) => call(node.app, contract.exportInterview, { token, params: { id } });

    const foreign = await export_(other.token);
    await call(node.app, deleteInterview, { token: owner.token, params: { id } });
    const gone = await export_(owner.token);

    expect([foreign.status, gone.status]).toEqual([404, 404]);
    expect(foreign.error).toEqual(gone.error);
  });

  it('exports company data only to the owner', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    expect((await call(node.app, contract.exportCompany, { token: ida.token })).status).toBe(403);
    expect((await call(node.app, contract.exportCompany)).status).toBe(401);
  });

  it('exports a candidate’s data by the token they joined with, without notes', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const interview = await withCode(owner, 'sql');
    const { token, participant_id } = await joinAsCandidate(node, interview.room_code, 'Ada');
    const body = { notes: 'secret opinion' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body });
    await endInterview(node, owner, interview.room_code);

    const files = await unpack(`/api/public/session/${interview.room_code}/export`, token);

    expect(Object.keys(files)).toEqual(['candidate.json', 'timeline_events.json', 'runs.json', 'code.sql']);
    expect(read(files, 'candidate.json')).toMatchObject({ participant_id, name: 'Ada', company_name: 'Acme' });
    expect(files['code.sql']).toBe(CODE);
    expect(JSON.stringify(files)).not.toContain('opinion');
  });

  it('exports a candidate’s own events and the room’s, without other actors', async () => {
    const room = await startLiveRoom(node);
    const interviewer = remember(await OwnClient.join(node.url, room.interviewer));
    const ada = remember(await OwnClient.join(node.url, room.candidate));
    const bob = remember(await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
    await ada.wire.emit('document:offline', { id: randomUUID(), forMs: 5 });
    await bob.wire.emit('document:offline', { id: randomUUID(), forMs: 6 });
    await interviewer.wire.emit('document:language', { language: 'python' });
    const { participants } = await interviewer.wire.custom('getParticipants');
    const [leader, , other] = (participants as Participant[]).map(({ id }) => id);
    await interviewer.wire.emit('participant:remove', { participantId: other });

    const files = await unpack(`/api/public/session/${room.roomCode}/export`, room.candidate.authToken ?? '');

    const events: { kind: string; at: string; data: unknown }[] = read(files, 'timeline_events.json');
    expect(events.map(({ kind, data }) => [kind, data])).toEqual([
      ['opened', {}],
      ['joined', { name: 'Ada', type: 'candidate' }],
      ['offline', { forMs: 5 }],
      ['language', { language: 'python' }],
    ]);
    for (const strange of ['Bob', leader, other]) expect(JSON.stringify(files)).not.toContain(strange);
  });

  it('exports text, input, output and end of runs; to a candidate only their own', async () => {
    const room = await startLiveRoom(node);
    const [ada, ines] = [await runIn(room.candidate, 'ada_'), await runIn(room.interviewer, 'ines_')];
    const { interview, owner, roomCode } = room;

    const whole = await unpack(`/api/interview-sessions/${interview.id}/export`, owner.token);
    const own = await unpack(`/api/public/session/${roomCode}/export`, room.candidate.authToken ?? '');

    const expected = (mark: string) => ({
      language: 'python',
      stdin: `${mark}input`,
      result: anEnd({ tail: `${mark}tail` }),
      output: [
        { seq: 0, at_ms: 5, stream: 'out', text: `${mark}first` },
        { seq: 1, at_ms: 9, stream: 'err', text: `${mark}second` },
      ],
    });
    const runs: { id: string }[] = read(whole, 'runs.json');
    expect(runs.find(({ id }) => id === ada)).toMatchObject(expected('ada_'));
    expect(runs.find(({ id }) => id === ines)).toMatchObject(expected('ines_'));
    expect(runs).toHaveLength(2);
    expect(read(own, 'runs.json')).toEqual(
      [{ ...expected('ada_'), code: expect.any(String), is_offline: false, runner_device: 'laptop' }].map((run) =>
        expect.objectContaining(run),
      ),
    );
    expect(JSON.stringify(own)).not.toContain('ines_');
    expect(read(own, 'timeline_events.json').filter(({ kind }: { kind: string }) => kind === 'run')).toHaveLength(1);
  });

  it('exports no invited name or e-mail to a candidate', async () => {
    const owner = await registerCompany(node);
    const interview = await quickStart(node, owner);
    const invited = { candidate_name: 'Grace Invited', candidate_email: 'grace@example.com' };
    await call(node.app, changeInterview, { token: owner.token, params: { id: interview.id }, body: invited });
    const { token } = await joinAsCandidate(node, interview.room_code, 'Another Candidate');

    const files = await unpack(`/api/public/session/${interview.room_code}/export`, token);

    expect(read(files, 'candidate.json')).toMatchObject({ name: 'Another Candidate' });
    for (const value of Object.values(invited)) expect(JSON.stringify(files)).not.toContain(value);
  });

  it('refuses any other token than the candidate’s, and never with 401', async () => {
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

  it('refuses an export to a removed candidate', async () => {
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

  // A new column is exported once `-u` has added it to the file: review that line like a new reply of the API.
  it('exports every column of every table, or has a reason why not', async () => {
    const { rows } = await sql<{ name: keyof Tables; columns: string[] }>`
      select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
      group by table_name`.execute(node.ctx.db);
    const tables = [...COMPANY_TABLES, ...INTERVIEW_TABLES, ...SCORECARD_TABLES, EDITS_TABLE];
    const exported = tables.flatMap((table) => [table, ...(table.parts ? [table.parts] : [])]);
    const lineOf = (name: string, table: { name: keyof Tables; withheld?: Record<string, string> }) => {
      const present = rows.find((row) => row.name === table.name)?.columns ?? [];
      expect(present).toEqual(expect.arrayContaining(Object.keys(table.withheld ?? {})));
      return `${name}: ${present.filter((column) => !(column in (table.withheld ?? {}))).join(', ')}`;
    };
    const lines = [
      ...exported.map((table) => lineOf(table.name, table)),
      ...CANDIDATE_TABLES.map((table) => lineOf(`candidate.${table.name}`, table)),
    ];

    expect([...exported.map(({ name }) => name), ...Object.keys(OMITTED_TABLES)].toSorted()).toEqual(
      rows.map(({ name }) => name).toSorted(),
    );
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./exported-columns.txt');
  });

  it('breaks off an archive if its reader is removed', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const { id } = await quickStart(node, owner);
    // More than a stream reads ahead, although it is compressed.
    await sql`insert into document_updates (interview_id, op_id, bytes)
      select ${id}, 'long-' || n, decode(md5('a' || n) || md5('b' || n) || md5('c' || n) || md5('d' || n), 'hex')
      from generate_series(1, 5000) n`.execute(node.ctx.db);
    await sql`update documents set through_id = (select max(id) from document_updates) where interview_id = ${id}`.execute(
      node.ctx.db,
    );
    const archive = await exportInterview(node.ctx, await findPrincipal(node.ctx, ida.token), id);
    const pieces = archive[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    await call(node.app, deleteInterviewer, { token: owner.token, params: { id: ida.userId } });
    const readOn = async () => {
      while (!(await pieces.next()).done);
    };
    await expect(readOn()).rejects.toThrow('may not be read any more');
  });

  it('exports ten thousand edits in chunks', { tags: ['long'] }, async () => {
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

  /** Returns how many exports succeed before the first refusal, and that refusal. */
  async function untilRefused<A extends { status: number }>(ask: () => Promise<A>) {
    for (let succeeded = 0; ; succeeded++) {
      const answer = await ask();
      if (answer.status !== 200) return { succeeded, refused: answer };
    }
  }

  it(
    'refuses exports to a user beyond the limit, and goes on for their colleagues and other companies',
    { tags: ['long'] },
    async () => {
      const [owner, other] = [await registerCompany(node, { plan: 'enterprise' }), await registerCompany(node)];
      const colleague = await addInterviewer(node, owner, 'Ida');
      const { id } = await quickStart(node, owner);
      const exportOf = ({ token }: SignedIn) => call(node.app, contract.exportInterview, { token, params: { id } });

      const { succeeded, refused } = await untilRefused(() =>
        call(node.app, contract.exportCompany, { token: owner.token }),
      );

      expect(succeeded).toBe(10);
      expect([refused.status, refused.error.message]).toEqual([429, 'Too many exports. Please wait a moment.']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await exportOf(owner)).status).toBe(429);
      // All users of a company together have twice as many.
      expect(await untilRefused(() => exportOf(colleague))).toMatchObject({ succeeded: 10, refused: { status: 429 } });
      expect((await exportOf(await addInterviewer(node, owner, 'Eve'))).status).toBe(429);
      expect((await call(node.app, contract.exportCompany, { token: other.token })).status).toBe(200);
    },
  );

  it('refuses exports to a candidate beyond the limit, and goes on for others of the interview', async () => {
    const owner = await registerCompany(node);
    const { id, room_code: roomCode } = await quickStart(node, owner);
    const exportOf = (token: string) => call(node.app, contract.exportCandidate, { token, params: { roomCode } });
    const [ada, bob] = [await joinAsCandidate(node, roomCode, 'Ada'), await joinAsCandidate(node, roomCode, 'Bob')];

    expect(await untilRefused(() => exportOf(ada.token))).toMatchObject({ succeeded: 10, refused: { status: 429 } });
    expect((await exportOf(bob.token)).status).toBe(200);
    // Who joins again gets no more than the part of all candidates, which is not the interviewers'.
    const again = async () => exportOf((await joinAsCandidate(node, roomCode)).token);
    expect(await untilRefused(again)).toMatchObject({ succeeded: 9, refused: { status: 429 } });
    expect((await call(node.app, contract.exportInterview, { token: owner.token, params: { id } })).status).toBe(200);
  });

  it('does not count exports with a foreign token for the link', async () => {
    const owner = await registerCompany(node);
    const { room_code: roomCode } = await quickStart(node, owner);
    const { token } = await joinAsCandidate(node, roomCode);
    const ask = (sent: string) => call(node.app, contract.exportCandidate, { token: sent, params: { roomCode } });

    for (let n = 0; n < 11; n++) expect((await ask(owner.token)).status).toBe(403);

    expect((await ask(token)).status).toBe(200);
  });
});
