import { randomUUID } from 'node:crypto';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  newRoomCode,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { completeAbandoned } from './interviews.service.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const byRoom = (token: string, room_code: string) =>
  call(node.app, interviews.getInterviewByRoom, { token, params: { room_code } });
const list = (token: string, page = '1') => call(node.app, interviews.listInterviews, { token, query: { page } });
const start = (token: string, id: string) => call(node.app, planning.startInterview, { token, params: { id } });
const remove = (token: string, id: string) => call(node.app, interviews.deleteInterview, { token, params: { id } });
const end = (token: string, room_code: string) =>
  call(node.app, interviews.endInterview, { token, params: { room_code } });

const NO_ACCESS = { message: 'Session not found or access denied', code: 'not_found' };

// Writes to the database directly: plans limit active interviews, and some states cannot be reached by requests.
async function turn(id: string, status: interviews.InterviewStatus): Promise<void> {
  const started_at = status === 'scheduled' ? null : new Date().toISOString();
  await node.ctx.db.updateTable('interviews').set({ status, started_at }).where('id', '=', id).execute();
  if (started_at === null) await node.ctx.db.deleteFrom('interview_starts').where('interview_id', '=', id).execute();
}

async function interviewThatIs(owner: SignedIn, status: interviews.InterviewStatus): Promise<interviews.Interview> {
  const interview = await quickStart(node, owner);
  await turn(interview.id, status);
  return interview;
}

describe('an interview by its room code', () => {
  it('returns an interview with its code by room code', async () => {
    const owner = await registerCompany(node);
    const interview = await quickStart(node, owner);

    const { status, reply } = await byRoom(owner.token, interview.room_code);

    expect(status).toBe(200);
    const [code, ...more] = reply.session.code_editor_data;
    expect(more).toEqual([]);
    expect(code).toMatchObject({
      interview_session_id: interview.id,
      language: 'sql',
      code_content: DEFAULT_CODE,
      cursor_positions: null,
      selection_data: null,
    });
    expect({ ...reply.session, code_editor_data: undefined }).toEqual({
      ...interview,
      candidate_joined_at: null,
      code_editor_data: undefined,
    });
  });

  it('returns when the first candidate came in, not when one began to wait', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);
    const joinedAt = async () => (await byRoom(owner.token, room_code)).reply.session.candidate_joined_at;
    const { db } = node.ctx;

    expect(await joinedAt()).toBeNull();
    await db.updateTable('interviews').set({ asks_before_admitting: true }).where('id', '=', id).execute();
    await joinAsCandidate(node, room_code, 'Early');
    expect(await joinedAt()).toBeNull();
    await db.updateTable('interviews').set({ asks_before_admitting: false }).where('id', '=', id).execute();
    await joinAsCandidate(node, room_code, 'Ada');
    const first = await joinedAt();
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await joinAsCandidate(node, room_code, 'Grace');
    expect(await joinedAt()).toBe(first);
  });

  it('returns 404 for another company’s room code, as for an unknown one', async () => {
    const { room_code } = await quickStart(node, await registerCompany(node));
    const { token } = await registerCompany(node);

    for (const code of [room_code, newRoomCode(), 'x', '%00'])
      expect(await byRoom(token, code)).toMatchObject({ status: 404, error: NO_ACCESS });
  });
});

describe('the list', () => {
  it('lists one page if there are no interviews', async () => {
    const { token } = await registerCompany(node);

    expect((await list(token)).reply).toEqual({ data: [], current_page: 1, last_page: 1, total: 0 });
  });

  it('pages through this company’s interviews, newest first', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    await quickStart(node, await registerCompany(node));
    const ids: string[] = [];
    for (let n = 0; n < 17; n++) ids.unshift((await quickStart(node, owner)).id);

    const first = (await list(owner.token)).reply;
    const second = (await list(owner.token, '2')).reply;

    expect(first).toMatchObject({ current_page: 1, last_page: 2, total: 17 });
    expect(first.data).toHaveLength(15);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect((await list(owner.token, '3')).reply.data).toEqual([]);
  });

  it('filters by status and by interviewer, also in the total', async () => {
    const owner = await registerCompany(node, { plan: 'professional' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const [running, over] = [await quickStart(node, ida), await quickStart(node, ida)];
    await endInterview(node, owner, over.room_code);
    const own = await quickStart(node, owner);
    const find = async (token: string, query: Record<string, string>) => {
      const { data, total } = (await call(node.app, interviews.listInterviews, { token, query })).reply;
      return [total, ...data.map(({ id }) => id)];
    };

    expect(await find(owner.token, { status: 'active' })).toEqual([2, own.id, running.id]);
    expect(await find(owner.token, { status: 'active', interviewer_id: ida.userId })).toEqual([1, running.id]);
    expect(await find(owner.token, { interviewer_id: ida.userId, page: '1' })).toEqual([2, over.id, running.id]);
    expect(await find(owner.token, { status: 'cancelled' })).toEqual([0]);
    const { token } = await registerCompany(node);
    expect(await find(token, { interviewer_id: ida.userId })).toEqual([0]);
    const odd = { token, query: { status: 'running' } };
    expect((await call(node.app, interviews.listInterviews, odd)).status).toBe(422);
  });

  it('finds by the name and e-mail of the candidate, whatever case and accents, in this company', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const invite = async (candidate_name: string, candidate_email: string) => {
      const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
      const body = { room_code: newRoomCode(), candidate_name, candidate_email, scheduled_at };
      return (await call(node.app, planning.scheduleInterview, { token: owner.token, body })).reply.session;
    };
    const amelie = await invite('Amélie O’Neill', 'a.oneill@example.com');
    const dvorak = await invite('ANTONÍN DVOŘÁK', 'music@example.com');
    const stranger = await registerCompany(node);
    const find = async (token: string, search: string) => {
      const { data, total } = (await call(node.app, interviews.listInterviews, { token, query: { search } })).reply;
      return [total, ...data.map(({ id }) => id)];
    };

    expect(await find(owner.token, 'amelie')).toEqual([1, amelie.id]);
    expect(await find(owner.token, " o'NEILL ")).toEqual([1, amelie.id]);
    expect(await find(owner.token, 'dvořák')).toEqual([1, dvorak.id]);
    expect(await find(owner.token, 'music@')).toEqual([1, dvorak.id]);
    expect(await find(owner.token, 'example')).toEqual([2, dvorak.id, amelie.id]);
    expect(await find(owner.token, '%')).toEqual([0]);
    expect(await find(owner.token, ' ')).toEqual([2, dvorak.id, amelie.id]);
    expect(await find(stranger.token, 'amelie')).toEqual([0]);
  });

  it.each(['0', '-1', 'x', '99999999999'])('refuses the page %j', async (page) => {
    const { token } = await registerCompany(node);

    expect(await list(token, page)).toMatchObject({ status: 422 });
  });
});

describe('starting a scheduled interview', () => {
  it('sets it to active, idempotently', async () => {
    const owner = await registerCompany(node);
    const { id } = await interviewThatIs(owner, 'scheduled');

    const { status, reply } = await start(owner.token, id);

    expect(status).toBe(200);
    expect(reply.session.status).toBe('active');
    expect(reply.session.started_at).not.toBeNull();
    expect((await start(owner.token, id)).reply).toEqual(reply);
  });

  it.each(['completed', 'cancelled'] as const)('refuses to start an interview that is %s', async (status) => {
    const owner = await registerCompany(node);
    const { id } = await interviewThatIs(owner, status);

    expect(await start(owner.token, id)).toMatchObject({ status: 409, error: { code: 'ended' } });
  });

  it('counts starts of planned interviews and quick starts against the same limits', async () => {
    const owner = await registerCompany(node, { plan: 'professional' });
    const planned = await Promise.all(Array.from({ length: 5 }, () => quickStart(node, owner)));
    for (const { id } of planned) await turn(id, 'scheduled');

    const answers = await Promise.all([
      ...planned.map(({ id }) => start(owner.token, id)),
      ...planned.map(() =>
        call(node.app, planning.quickStart, { token: owner.token, body: { room_code: newRoomCode() } }),
      ),
    ]);

    expect(answers.filter(({ status }) => status < 300)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('returns 404 for a start by another company', async () => {
    const { id } = await interviewThatIs(await registerCompany(node), 'scheduled');
    const { token } = await registerCompany(node);

    expect(await start(token, id)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect(await start(token, randomUUID())).toMatchObject({ status: 404, error: NO_ACCESS });
    expect(await start(token, 'no-id')).toMatchObject({ status: 404, error: NO_ACCESS });
  });
});

describe('ending', () => {
  it('does not end a newer interview with the same room code by an old id', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);
    const endOnly = (interview_session_id: string) =>
      call(node.app, interviews.endInterview, {
        token: owner.token,
        params: { room_code },
        query: { interview_session_id },
      });
    await remove(owner.token, id);
    const newer = await quickStart(node, owner, room_code);

    expect(await endOnly(id)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect(await endOnly('no-id')).toMatchObject({ status: 422 });
    expect((await byRoom(owner.token, room_code)).reply.session.status).toBe('active');
    expect((await endOnly(newer.id.toUpperCase())).reply.session.status).toBe('completed');
    expect((await endOnly(newer.id)).reply.session.status).toBe('completed');
  });

  it('completes an interview, idempotently', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);

    const { status, reply } = await end(owner.token, room_code);

    expect(status).toBe(200);
    expect(reply.session.status).toBe('completed');
    expect(reply.session.ended_at).not.toBeNull();
    expect((await end(owner.token, room_code)).reply).toEqual(reply);
  });

  it.each(['scheduled', 'cancelled'] as const)('completes an interview that is %s', async (status) => {
    const owner = await registerCompany(node);
    const { room_code } = await interviewThatIs(owner, status);

    expect((await end(owner.token, room_code)).reply.session.status).toBe('completed');
  });

  it('ends an interview once for concurrent calls', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);

    const answers = await Promise.all(Array.from({ length: 5 }, () => end(owner.token, room_code)));

    const [first] = answers;
    for (const { reply } of answers) expect(reply).toEqual(first?.reply);
  });

  it('returns 404 for an end by another company', async () => {
    const owner = await registerCompany(node);
    const { room_code } = await quickStart(node, owner);
    const { token } = await registerCompany(node);

    expect(await end(token, room_code)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect(await end(token, newRoomCode())).toMatchObject({ status: 404, error: NO_ACCESS });
    expect((await byRoom(owner.token, room_code)).reply.session.status).toBe('active');
  });
});

it('completes the abandoned interviews although one of them fails', async () => {
  const owner = await registerCompany(node);
  const failing = await quickStart(node, owner);
  const other = await quickStart(node, await registerCompany(node));
  const { ctx } = node;
  // The oldest is completed first.
  for (const [{ id }, hours] of [
    [failing, 10],
    [other, 9],
  ] as const)
    await ctx.db
      .updateTable('interviews')
      .set({ started_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .where('id', '=', id)
      .execute();
  const warn = vi.spyOn(ctx.log, 'warn').mockImplementation(() => {});
  const requestFlush = async (id: string) => {
    if (id === failing.id) throw new Error('The room does not answer.');
  };

  await completeAbandoned({ ...ctx, rooms: { ...ctx.rooms, requestFlush } });

  const statusOf = async ({ id }: interviews.Interview) =>
    (await ctx.db.selectFrom('interviews').select('status').where('id', '=', id).executeTakeFirst())?.status;
  expect([await statusOf(failing), await statusOf(other)]).toEqual(['active', 'completed']);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ companyId: owner.company.id }),
    'an abandoned session could not be completed',
  );
  warn.mockRestore();
});

describe('deleting', () => {
  it('deletes the interview and its code', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);

    expect((await remove(owner.token, id)).status).toBe(200);

    expect(await byRoom(owner.token, room_code)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect(await remove(owner.token, id)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect((await list(owner.token)).reply.total).toBe(0);
    for (const table of ['documents', 'document_updates'] as const)
      expect(await node.ctx.db.selectFrom(table).selectAll().where('interview_id', '=', id).execute()).toEqual([]);
  });

  it('returns 404 for a deletion by another company', async () => {
    const owner = await registerCompany(node);
    const { id, room_code } = await quickStart(node, owner);
    const { token } = await registerCompany(node);

    expect(await remove(token, id)).toMatchObject({ status: 404, error: NO_ACCESS });
    expect((await byRoom(owner.token, room_code)).status).toBe(200);
    await endInterview(node, owner, room_code);
  });
});
