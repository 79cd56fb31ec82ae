import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import * as interviews from '@cip/contracts/interviews/public-interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endInterview, joinAsCandidate, newRoomCode, quickStart, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { findCandidate, markCandidateRemoved } from '../candidates.repository.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

const readPublic = (roomCode: string, token?: string) =>
  call(node.app, interviews.getPublicInterview, { token, params: { roomCode } });
const join = (roomCode: string, candidate_name: unknown, token?: string) =>
  call(node.app, interviews.joinInterview, { token, params: { roomCode }, body: { candidate_name } });

const NO_SUCH_LINK = { message: 'Code share session not found. Please check the link.', code: 'not_found' };

async function interviewOf(name = 'Acme') {
  const owner = await registerCompany(node, { name });
  return { owner, ...(await quickStart(node, owner)) };
}

describe('the public link', () => {
  it('shows only the fields for candidates', async () => {
    const { id, room_code } = await interviewOf('Acme');

    const { status, reply } = await readPublic(room_code);

    expect(status).toBe(200);
    expect(reply.session).toMatchObject({
      room_code,
      status: 'active',
      company_name: 'Acme',
      interviewer_name: 'Acme',
      candidate_name: null,
      code_editor_data: [{ interview_session_id: id, code_content: DEFAULT_CODE }],
    });
  });

  it('returns 404 if the link belongs to no interview', async () => {
    for (const code of [newRoomCode(), 'x', '%00', 'x'.repeat(65)])
      expect(await readPublic(code)).toMatchObject({ status: 404, error: NO_SUCH_LINK });
    expect(await join(newRoomCode(), 'Ada')).toMatchObject({ status: 404, error: NO_SUCH_LINK });
  });

  it.each(['completed', 'cancelled'] as const)('shows no code of an interview that is %s', async (status) => {
    const { id, room_code } = await interviewOf();
    await node.ctx.db.updateTable('interviews').set({ status }).where('id', '=', id).execute();

    expect((await readPublic(room_code)).reply.session).toMatchObject({ status, code_editor_data: [] });
  });

  it('ignores an invalid token', async () => {
    const { room_code } = await interviewOf();

    expect((await readPublic(room_code, 'nonsense')).status).toBe(200);
    expect((await join(room_code, 'Ada', 'nonsense')).status).toBe(200);
  });
});

describe('joining', () => {
  it('returns a token for this interview only', async () => {
    const { id, room_code } = await interviewOf();

    const { status, reply } = await join(room_code, ' Zoe\u0308 ');

    expect(status).toBe(200);
    expect(reply.session).toMatchObject({ room_code, status: 'active', candidate_name: 'Zoë' });
    const claims = node.ctx.tokens.verify(reply.token);
    expect(claims).toMatchObject({ aud: 'candidate', sub: reply.participant_id, interview: id });
  });

  it('keeps the first name and creates a candidate for each join', async () => {
    const { room_code } = await interviewOf();

    const first = await joinAsCandidate(node, room_code, 'Ada');
    const second = await joinAsCandidate(node, room_code, 'Bob');

    expect(second.session.candidate_name).toBe('Ada');
    expect(second.participant_id).not.toBe(first.participant_id);
  });

  it('creates a candidate of this interview only', async () => {
    const [one, other] = [await interviewOf(), await interviewOf()];

    const { participant_id } = await joinAsCandidate(node, one.room_code, 'Ada');

    expect((await readPublic(other.room_code)).reply.session.candidate_name).toBeNull();
    expect(await findCandidate(node.ctx.db, participant_id, one.id)).toMatchObject({ name: 'Ada' });
    expect(await findCandidate(node.ctx.db, participant_id, other.id)).toBeUndefined();
    expect(await markCandidateRemoved(node.ctx.db, participant_id, other.id)).toBe(false);
    expect(await findCandidate(node.ctx.db, participant_id, one.id)).toMatchObject({ removed_at: null });
  });

  it.each(['completed', 'cancelled'] as const)('refuses a join if the interview is %s', async (status) => {
    const { id, room_code } = await interviewOf();
    await node.ctx.db.updateTable('interviews').set({ status }).where('id', '=', id).execute();

    const { error, status: code } = await join(room_code, 'Ada');

    expect(code).toBe(409);
    expect(error).toEqual({ message: 'This session has ended.', code: 'ended' });
  });

  it('hides the candidate’s name after the end, and the call from removed candidates', async () => {
    const { id, room_code: roomCode } = await interviewOf();
    await node.ctx.db
      .updateTable('interviews')
      .set({ call_link: 'https://call.example' })
      .where('id', '=', id)
      .execute();
    const [ada, bob] = [await joinAsCandidate(node, roomCode, 'Ada'), await joinAsCandidate(node, roomCode, 'Bob')];
    const read = async (token?: string) => (await readPublic(roomCode, token)).reply.session;
    await node.ctx.db.transaction().execute((trx) => markCandidateRemoved(trx, bob.participant_id, id));
    expect((await read(ada.token)).call_link).toBe('https://call.example');
    expect((await read(bob.token)).call_link).toBeNull();

    await node.ctx.db.updateTable('interviews').set({ status: 'completed' }).where('id', '=', id).execute();

    for (const token of [undefined, bob.token]) expect(await read(token)).toMatchObject({ candidate_name: null });
    expect(await read(ada.token)).toMatchObject({ candidate_name: 'Ada', call_link: null });
  });

  it('shows the call of a room that asks to who waits or was admitted, and before the start to who has the link', async () => {
    const { id, room_code: roomCode } = await interviewOf();
    const change = (values: { call_link?: string; asks_before_admitting?: boolean; status?: 'scheduled' | 'active' }) =>
      node.ctx.db.updateTable('interviews').set(values).where('id', '=', id).execute();
    await change({ call_link: 'https://call.example', asks_before_admitting: true, status: 'scheduled' });
    const call = async (token?: string) => (await readPublic(roomCode, token)).reply.session.call_link;
    expect(await call()).toBe('https://call.example');

    await change({ status: 'active' });

    const ada = await joinAsCandidate(node, roomCode, 'Ada');
    expect(await call()).toBeNull();
    expect(await call('no token')).toBeNull();
    expect(await call(ada.token)).toBe('https://call.example');
  });

  it('refuses a join before the start', async () => {
    const { id, room_code } = await interviewOf();
    await node.ctx.db.updateTable('interviews').set({ status: 'scheduled' }).where('id', '=', id).execute();

    const { error, status } = await join(room_code, 'Ada');

    expect(status).toBe(409);
    expect(error).toEqual({ message: 'This session has not started yet.', code: 'conflict' });
  });

  it('refuses more than 200 joins of an interview', async () => {
    const { id, room_code } = await interviewOf();
    await node.ctx.db
      .insertInto('candidates')
      .values(Array.from({ length: 199 }, () => ({ interview_id: id, name: 'Ada' })))
      .execute();

    const answers = await Promise.all(Array.from({ length: 5 }, () => join(room_code, 'Ada')));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  it.each([
    ['surrounding blanks', ` ${'x'.repeat(80)} `, 'x'.repeat(80)],
    ['decomposed accents', 'e\u0301'.repeat(80), 'é'.repeat(80)],
  ])('measures a name with %s after normalization', async (_name, typed, stored) => {
    const { room_code } = await interviewOf();

    expect((await join(room_code, typed)).reply.session.candidate_name).toBe(stored);
  });

  it.each([
    ['as typed', 'x'.repeat(81)],
    ['after normalization', '\ufb2c'.repeat(80)],
    ['by far', 'x'.repeat(1_000)],
  ])('refuses a name that is too long %s', async (_how, name) => {
    const { room_code } = await interviewOf();
    const message = 'Candidate name must be at most 80 characters';

    const { status, error } = await join(room_code, name);

    expect(status).toBe(422);
    expect(error.errors).toEqual({ candidate_name: [message] });
  });

  it.each(['\u3164', '\u2800', '\u115f\u1160', '\uffa0', '\u200b\u2060', '\u{1d159}', '\u3164 \u0301'])(
    'refuses the invisible name %j',
    async (name) => {
      const { room_code } = await interviewOf();
      const message = 'Candidate name is blank or has characters that are not allowed';

      expect((await join(room_code, name)).error.errors).toEqual({ candidate_name: [message] });
    },
  );

  it.each(['', '  ', 'x'.repeat(81), 'a\u202eb', 'a\0', '\ud800', 7, null, undefined])(
    'refuses the name %j',
    async (name) => {
      const { room_code } = await interviewOf();

      const { status, error } = await join(room_code, name);

      expect(status).toBe(422);
      expect(Object.keys(error.errors ?? {})).toEqual(['candidate_name']);
      expect((await readPublic(room_code)).reply.session.candidate_name).toBeNull();
    },
  );

  it('refuses a join after the end', async () => {
    const { owner, room_code } = await interviewOf();
    await endInterview(node, owner, room_code);

    expect((await join(room_code, 'Ada')).error.code).toBe('ended');
  });
});
