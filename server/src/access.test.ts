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
    'no token': undefined,
    'a candidate': (await joinAsCandidate(node, room_code)).token,
    'a signed-out account': revoked.token,
    'a deleted interviewer': deleted.token,
    'a forged sign-in': `${owner.token.slice(0, -4)}AAAA`,
    'an unknown sign-in': node.ctx.tokens.signAccount(randomUUID(), randomUUID()),
    'an expired token': node.app.jwt.sign({ aud: 'account', jti: randomUUID(), sub: randomUUID(), exp: 1 }),
    'another algorithm': node.app.jwt.sign({ aud: 'account', jti: randomUUID(), sub: '' }, { algorithm: 'HS512' }),
  });
});
afterAll(() => node.close());

const params = { id: randomUUID(), room_code: 'private-room-0', roomCode: 'private-room-0' };

it('covers all endpoints', () => {
  expect(guarded.length).toBeGreaterThan(15);
  expect(endpoints.length).toBeGreaterThan(guarded.length);
});

/** Their tokens are valid but name a user that does not exist. */
const WITHOUT_USER = new Set(['a deleted interviewer', 'an unknown sign-in']);

describe.each(guarded)('$method $url', (endpoint) => {
  it.each([
    'no token',
    'a candidate',
    'a signed-out account',
    'a deleted interviewer',
    'a forged sign-in',
    'an unknown sign-in',
    'an expired token',
    'another algorithm',
  ])('is closed to %s', async (principal) => {
    const { status, error } = await call(node.app, endpoint, { token: tokens[principal], params, body: '{' });

    expect(status).toBe(401);
    const message = WITHOUT_USER.has(principal) ? ACCOUNT_DELETED_MESSAGE : 'Please sign in.';
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

it('allows interviewers on the endpoints for accounts', async () => {
  for (const endpoint of guarded.filter(({ config, method }) => config.access === 'account' && method === 'GET')) {
    const { status } = await call(node.app, endpoint, { token: interviewerToken, params });
    expect([200, 404]).toContain(status);
  }
});

it('never returns 401 from a public endpoint, whatever the token', async () => {
  for (const endpoint of endpoints.filter(({ config }) => config.access === 'public'))
    expect((await call(node.app, endpoint, { token: 'nonsense', params, body: {} })).status).not.toBe(401);
});
