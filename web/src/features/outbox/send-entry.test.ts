import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAccount, storeAccount, storedToken } from '../../shared/device/stored-account.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { accountOfPage } from './account-of-page.ts';
import type { Entry } from './outbox-entry.ts';
import { judge } from './outbox-rules.ts';
import { sendEntry } from './send-entry.ts';

const left = vi.hoisted(() => ({ go: vi.fn<(path: string) => void>() }));
vi.mock('../../shared/device/location.ts', () => left);

const SAVE = 'POST /api/code-editor-data';
const body = { interview_session_id: 'i-1', code_content: 'select 1', update: 'AAA=' };
const about = { company: aCompany.id, user: 'u-1', client: 'tab', at: 0, attempts: 0, sequence: 1 };
const save: Entry = { kind: 'save', body, opId: 'op-12345', interviewId: 'i-1', roomCode: 'room-1', ...about };
const end: Entry = { kind: 'end', opId: 'op-12346', interviewId: 'i-1', roomCode: 'room-1', ...about };
const failure = (status: number, code: string) => ({ status, body: { message: code, code } });

beforeEach(() => storeAccount({ company: aCompany }, 'token'));
afterEach(() => {
  forgetAccount();
  vi.unstubAllGlobals();
});

test('a save carries its operation id and the token it is given', async () => {
  const calls = serveApi({ [SAVE]: { data: { interview_session_id: 'i-1' } } });
  expect(judge(save, await sendEntry(save, 'its own'))).toBe('done');
  expect(calls).toEqual([{ call: SAVE, body: { ...body, op_id: 'op-12345' }, authorization: 'Bearer its own' }]);
});

test('an end names its interview', async () => {
  const url = 'POST /api/interview-sessions/end-by-room/room-1?interview_session_id=i-1';
  serveApi({ [url]: { session: { room_code: 'room-1' } } });
  expect(judge(end, await sendEntry(end, 'token'))).toBe('done');
});

test.each([
  ['a success of somebody in between', { status: 200, body: { hello: 'Please accept our terms' } }, 'later'],
  ['a refusal of somebody in between', { status: 403, body: 'Forbidden' }, 'later'],
  ['a failing server', failure(500, 'internal'), 'later'],
  ['a server that is away', failure(503, 'unavailable'), 'later'],
  ['too many requests', failure(429, 'too_many_requests'), 'later'],
  ['an edit that builds on one still on its way', failure(409, 'resync'), 'stuck'],
  ['the end of the interview', failure(409, 'ended'), 'refused'],
  ['a second step that has to be set up first', failure(403, 'second_factor_setup'), 'later'],
  ['a plan or a right that is missing', failure(403, 'forbidden'), 'refused'],
  ['an interview that is gone', failure(404, 'not_found'), 'refused'],
  ['a text that is too long', failure(413, 'too_large'), 'refused'],
  ['what does not fit', failure(422, 'invalid'), 'refused'],
])('%s', async (_, answer, verdict) => {
  serveApi({ [SAVE]: answer });
  expect(judge(save, await sendEntry(save, 'token'))).toBe(verdict);
});

test('no network at all', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(judge(save, await sendEntry(save, 'token'))).toBe('later');
});

test('an edit that never fits is shown in the end', () => {
  const answer = { status: 409, code: 'resync' as const, message: '', isOurs: true };
  expect(judge({ ...save, attempts: 8 }, answer)).toBe('stuck');
  expect(judge({ ...save, attempts: 9 }, answer)).toBe('refused');
});

test('a save that brings no edit needs nothing once the interview has ended', () => {
  const answer = { status: 409, code: 'ended' as const, message: '', isOurs: true };
  const { update: _, ...marks } = body;
  expect(judge({ ...save, body: { ...marks, base: body.code_content } }, answer)).toBe('done');
  expect(judge({ ...save, body: { ...marks, base: 'other' } }, answer)).toBe('refused');
});

test('a sign-in that is over signs this device out, but not whoever signed in since', async () => {
  serveApi({ [SAVE]: failure(401, 'unauthenticated') });
  expect(judge(save, await sendEntry(save, 'an older one'))).toBe('sign in');
  expect(storedToken()).toBe('token');
  expect(judge(save, await sendEntry(save, 'token'))).toBe('sign in');
  expect(storedToken()).toBeNull();
  expect(left.go).toHaveBeenCalledWith('/login');
});

test('the person is the one the token stands for, whatever another tab has stored so far', () => {
  const claims = btoa(JSON.stringify({ sub: 'u-2', aud: 'account' })).replaceAll('=', '');
  storeAccount({ company: aCompany, user: { id: 'u-1' } as never }, `header.${claims}.signature`);
  expect(accountOfPage()).toMatchObject({ company: aCompany.id, user: 'u-2' });
  storeAccount({ company: aCompany, user: { id: 'u-1' } as never }, 'opaque');
  expect(accountOfPage()).toMatchObject({ user: 'u-1', token: 'opaque' });
  forgetAccount();
  expect(accountOfPage()).toBeNull();
});
