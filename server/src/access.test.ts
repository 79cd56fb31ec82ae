import { randomUUID } from 'node:crypto';
import { ACCOUNT_DELETED_MESSAGE, logout } from '@cip/contracts/auth';
import { deleteInterviewer } from '@cip/contracts/interviewers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, joinAsCandidate, quickStart, registerCompany } from './testing/builders.ts';
import { call } from './testing/call.ts';
import { endpoints } from './testing/endpoints.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const guarded = endpoints.filter(({ config }) => config.access !== 'public');
const forOwners = guarded.filter(({ config }) => config.access === 'owner');

let node: TestApp;
const tokens: Record<string, string | undefined> = {};
let interviewerToken: string;

beforeAll(async () => {
  node = await startTestApp();
  const owner = await registerCompany(node);
  const interviewer = await addInterviewer(node, owner);
  const { room_code } = await quickStart(node, owner);
  const revoked = await registerCompany(node);
  await call(node.app, logout, { token: revoked.token });
  const deleted = await addInterviewer(node, owner);
  await call(node.app, deleteInterviewer, { token: owner.token, params: { id: deleted.userId } });
  interviewerToken = interviewer.token;
  Object.assign(tokens, {
    nobody: undefined,
    'a candidate': (await joinAsCandidate(node, room_code)).token,
    'somebody signed out': revoked.token,
    'a deleted interviewer': deleted.token,
    'a forged sign-in': `${owner.token.slice(0, -4)}AAAA`,
    'a sign-in nobody has': node.ctx.tokens.signAccount(randomUUID(), randomUUID()),
    'an expired token': node.app.jwt.sign({ aud: 'account', jti: randomUUID(), sub: randomUUID(), exp: 1 }),
    'another algorithm': node.app.jwt.sign({ aud: 'account', jti: randomUUID(), sub: '' }, { algorithm: 'HS512' }),
  });
});
afterAll(() => node.close());

const params = { id: randomUUID(), room_code: 'private-room-0', roomCode: 'private-room-0' };

it('covers every call', () => {
  expect(guarded.length).toBeGreaterThan(15);
  expect(endpoints.length).toBeGreaterThan(guarded.length);
});

/** Their tokens are sound and name a user that does not exist. */
const WITHOUT_USER = new Set(['a deleted interviewer', 'a sign-in nobody has']);

describe.each(guarded)('$method $url', (endpoint) => {
  it.each([
    'nobody',
    'a candidate',
    'somebody signed out',
    'a deleted interviewer',
    'a forged sign-in',
    'a sign-in nobody has',
    'an expired token',
    'another algorithm',
  ])('is closed to %s', async (who) => {
    const { status, error } = await call(node.app, endpoint, { token: tokens[who], params, body: '{' });

    expect(status).toBe(401);
    const message = WITHOUT_USER.has(who) ? ACCOUNT_DELETED_MESSAGE : 'Please sign in.';
    expect(error).toEqual({ message, code: 'unauthenticated' });
  });
});

describe.each(forOwners)('$method $url', (endpoint) => {
  it('is closed to interviewers', async () => {
    const { status, error } = await call(node.app, endpoint, { token: interviewerToken, params, body: '{' });

    expect(status).toBe(403);
    expect(error.code).toBe('forbidden');
  });
});

it('opens the calls of an account to its interviewers', async () => {
  for (const endpoint of guarded.filter(({ config, method }) => config.access === 'account' && method === 'GET')) {
    const { status } = await call(node.app, endpoint, { token: interviewerToken, params });
    expect([200, 404]).toContain(status);
  }
});

it('never answers a public call with 401, whatever token it carries', async () => {
  for (const endpoint of endpoints.filter(({ config }) => config.access === 'public'))
    expect((await call(node.app, endpoint, { token: 'nonsense', params, body: {} })).status).not.toBe(401);
});
