import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetAccount, storeAccount, storedToken } from '../../shared/device/stored-account.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { accountOfPage } from './account-of-page.ts';
import type { Entry } from './outbox-entry.ts';
import { judgeAnswer } from './outbox-rules.ts';
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

test('sends a save with its operation id and the given token', async () => {
  const calls = serveApi({ [SAVE]: { data: { interview_session_id: 'i-1' } } });
  expect(judgeAnswer(save, await sendEntry(save, 'its own'))).toBe('done');
  expect(calls).toEqual([{ call: SAVE, body: { ...body, op_id: 'op-12345' }, authorization: 'Bearer its own' }]);
});

test('keeps the copies of a save’s files on the device', async () => {
  const calls = serveApi({ [SAVE]: { data: { interview_session_id: 'i-1' } } });
  await sendEntry({ ...save, files: [{ name: 'main.sql', content: 'select 1' }] }, 'token');
  expect(calls).toMatchObject([{ body: { ...body, op_id: 'op-12345' } }]);
  expect(calls[0]?.body).not.toHaveProperty('files');
});

test('sends an end with its interview', async () => {
  const url = 'POST /api/interview-sessions/end-by-room/room-1?interview_session_id=i-1';
  serveApi({ [url]: { session: { room_code: 'room-1' } } });
  expect(judgeAnswer(end, await sendEntry(end, 'token'))).toBe('done');
});

test.each([
  ['waits after a success of an intermediary', { status: 200, body: { hello: 'Please accept our terms' } }, 'later'],
  ['waits after a refusal of an intermediary', { status: 403, body: 'Forbidden' }, 'later'],
  ['waits while the server fails', failure(500, 'internal'), 'later'],
  ['waits while the server is unavailable', failure(503, 'unavailable'), 'later'],
  ['waits after too many requests', failure(429, 'too_many_requests'), 'later'],
  ['waits with its interview for an earlier edit', failure(409, 'resync'), 'stuck'],
  ['is refused after the end of the interview', failure(409, 'ended'), 'refused'],
  ['waits until the second factor is set up', failure(403, 'second_factor_setup'), 'later'],
  ['is refused without the plan or the permission', failure(403, 'forbidden'), 'refused'],
  ['is refused when the interview does not exist', failure(404, 'not_found'), 'refused'],
  ['is refused when the text is too long', failure(413, 'too_large'), 'refused'],
  ['is refused when it is invalid', failure(422, 'invalid'), 'refused'],
])('judges that an entry %s', async (_, answer, verdict) => {
  serveApi({ [SAVE]: answer });
  expect(judgeAnswer(save, await sendEntry(save, 'token'))).toBe(verdict);
});

test('waits without a network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(judgeAnswer(save, await sendEntry(save, 'token'))).toBe('later');
});

test('refuses an edit for good after repeated resync replies', () => {
  const answer = { status: 409, code: 'resync' as const, message: '', isOurs: true };
  expect(judgeAnswer({ ...save, attempts: 8 }, answer)).toBe('stuck');
  expect(judgeAnswer({ ...save, attempts: 9 }, answer)).toBe('refused');
});

test('drops a save without edits once the interview has ended', () => {
  const answer = { status: 409, code: 'ended' as const, message: '', isOurs: true };
  const { update: _, ...marks } = body;
  expect(judgeAnswer({ ...save, body: { ...marks, base: body.code_content } }, answer)).toBe('done');
  expect(judgeAnswer({ ...save, body: { ...marks, base: 'other' } }, answer)).toBe('refused');
});

test('signs this device out after a 401 for the same account', async () => {
  serveApi({ [SAVE]: failure(401, 'unauthenticated') });
  expect(judgeAnswer(save, await sendEntry(save, 'an older one'))).toBe('sign in');
  expect(storedToken()).toBe('token');
  expect(judgeAnswer(save, await sendEntry(save, 'token'))).toBe('sign in');
  expect(storedToken()).toBeNull();
  expect(left.go).toHaveBeenCalledWith('/login');
});

test("reads the user from the token, not from another tab's storage", () => {
  const claims = btoa(JSON.stringify({ sub: 'u-2', aud: 'account' })).replaceAll('=', '');
  storeAccount({ company: aCompany, user: { id: 'u-1' } as never }, `header.${claims}.signature`);
  expect(accountOfPage()).toMatchObject({ company: aCompany.id, user: 'u-2' });
  storeAccount({ company: aCompany, user: { id: 'u-1' } as never }, 'opaque');
  expect(accountOfPage()).toMatchObject({ user: 'u-1', token: 'opaque' });
  forgetAccount();
  expect(accountOfPage()).toBeNull();
});
