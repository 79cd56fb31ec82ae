import { randomUUID } from 'node:crypto';
import { ACCOUNT_DELETED_MESSAGE, logout } from '@cip/contracts/accounts/auth';
import { deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, joinAsCandidate, quickStart, registerCompany } from './testing/builders.ts';
import { call } from './testing/http/call.ts';
import { endpointName, endpoints } from './testing/http/endpoints.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const guarded = endpoints.filter(({ config }) => config.access !== 'public');
const forOwners = guarded.filter(({ config }) => config.access === 'owner');
const forManagers = guarded.filter(({ config }) => ['owner', 'admin'].includes(config.access));
const notForCoordinators = guarded.filter(({ config }) => config.access !== 'account');

let node: TestApp;
const tokens: Record<string, string | undefined> = {};
let interviewerToken: string;
let adminToken: string;
let coordinatorToken: string;

beforeAll(async () => {
  node = await startTestApp();
  const owner = await registerCompany(node, { plan: 'professional' });
  const interviewer = await addInterviewer(node, owner);
  const { room_code } = await quickStart(node, owner);
  const revoked = await registerCompany(node);
  await call(node.app, logout, { token: revoked.token });
  const deleted = await addInterviewer(node, owner);
  await call(node.app, deleteInterviewer, { token: owner.token, params: { id: deleted.userId } });
  interviewerToken = interviewer.token;
  adminToken = (await addInterviewer(node, owner, 'Alma', 'admin')).token;
  coordinatorToken = (await addInterviewer(node, owner, 'Cora', 'coordinator')).token;
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

/** A user's own sign-in, password and second step. */
const OWN_ACCOUNT = /^[A-Z]+ \/(user|logout|company\/password)/;

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
  ])('refuses %s', async (principal) => {
    const { status, error } = await call(node.app, endpoint, { token: tokens[principal], params, body: '{' });

    expect(status).toBe(401);
    const message = WITHOUT_USER.has(principal) ? ACCOUNT_DELETED_MESSAGE : 'Please sign in.';
    expect(error).toEqual({ message, code: 'unauthenticated' });
  });
});

describe.each(forManagers)('$method $url', (endpoint) => {
  it('refuses interviewers', async () => {
    const { status, error } = await call(node.app, endpoint, { token: interviewerToken, params, body: '{' });

    expect(status).toBe(403);
    expect(error.code).toBe('forbidden');
  });
});

it.each(forOwners)('refuses admins at $method $url', async (endpoint) => {
  const { status, error } = await call(node.app, endpoint, { token: adminToken, params, body: '{' });

  expect([status, error]).toEqual([403, { code: 'forbidden', message: "Only the company's owner can do this." }]);
});

it.each(notForCoordinators)('refuses coordinators at $method $url', async (endpoint) => {
  const { status, error } = await call(node.app, endpoint, { token: coordinatorToken, params, body: '{' });

  expect([status, error.code]).toEqual([403, 'forbidden']);
  if (endpoint.config.access === 'interviewer')
    expect(error.message).toBe('Coordinators plan, move and cancel sessions. Only interviewers can do this.');
});

it('opens to coordinators only their own account and planning', () => {
  const open = guarded.filter(({ config }) => config.access === 'account');

  expect(
    open
      .map(endpointName)
      .filter((name) => !OWN_ACCOUNT.test(name))
      .toSorted(),
  ).toEqual([
    'GET /interview-sessions',
    'GET /interview-sessions/colleagues',
    'GET /interview-templates',
    'GET /scorecards',
    'PATCH /interview-sessions/:id',
    'PATCH /interview-sessions/:id/plan',
    'POST /interview-sessions',
    'POST /interview-sessions/:id/cancel',
  ]);
});

it('allows interviewers on their endpoints', async () => {
  const forInterviewers = guarded.filter(({ config }) => ['account', 'interviewer'].includes(config.access));
  for (const endpoint of forInterviewers.filter(({ method }) => method === 'GET')) {
    const { status } = await call(node.app, endpoint, { token: interviewerToken, params });
    expect([200, 404]).toContain(status);
  }
});

it('never returns 401 from a public endpoint, whatever the token', async () => {
  for (const endpoint of endpoints.filter(({ config }) => config.access === 'public'))
    expect((await call(node.app, endpoint, { token: 'nonsense', params, body: {} })).status).not.toBe(401);
});
