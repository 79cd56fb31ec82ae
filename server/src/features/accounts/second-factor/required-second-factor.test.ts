import { randomUUID } from 'node:crypto';
import * as auth from '@cip/contracts/accounts/auth';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { listSignIns } from '@cip/contracts/accounts/auth-sign-ins';
import { changePassword, updateSecurity } from '@cip/contracts/accounts/company';
import { listInterviews } from '@cip/contracts/interviews/interviews';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addInterviewer,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { endpointName, endpoints } from '../../../testing/http/endpoints.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const require = ({ token }: SignedIn, isOn = true) =>
  call(node.app, updateSecurity, { token, body: { requires_second_factor: isOn } });
const statusOf = async ({ token }: { token: string }) => (await call(node.app, listInterviews, { token })).status;

/** Returns the message of a refused socket. */
async function refusalOf(handshake: ConstructorParameters<typeof PlainClient>[1]): Promise<string> {
  const { socket } = new PlainClient(node.url, handshake);
  let message = '';
  socket.on('connect_error', (error) => (message = error.message));
  const refusal = await until('a refusal', () => message || undefined);
  socket.disconnect();
  return refusal;
}

/** Sets up the second step and returns the recovery codes. */
async function setUp({ token }: { token: string }): Promise<string[]> {
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body: { password: PASSWORD } })).reply;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  const { status, reply } = await call(node.app, factor.confirmSecondFactor, { token, body: { code } });
  expect(status).toBe(200);
  return reply.recovery_codes;
}

it('allows a new sign-in without the second step only its set-up', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);
  const { room_code: roomCode } = await quickStart(node, owner);
  const { status, reply } = await require(owner);
  expect([status, reply.company.requires_second_factor]).toEqual([200, true]);

  const { reply: entered } = await call(node.app, auth.login, { body: { email: ida.email, password: PASSWORD } });

  expect(entered.needs_second_factor).toBe(true);
  const { token } = entered;
  expect((await call(node.app, auth.getAccount, { token })).reply.needs_second_factor).toBe(true);
  const refused = await call(node.app, listInterviews, { token });
  expect([refused.status, refused.error.code]).toEqual([403, 'second_factor_setup']);
  const body = { current_password: PASSWORD, new_password: 'another good one' };
  expect((await call(node.app, changePassword, { token, body })).status).toBe(403);
  expect((await call(node.app, listSignIns, { token })).status).toBe(403);
  expect(await refusalOf({ roomCode, userType: 'interviewer', authToken: token })).toBe(
    'Your company requires two-step sign-in. Please set it up first.',
  );

  await setUp({ token });

  expect(await statusOf({ token })).toBe(200);
  expect((await call(node.app, auth.getAccount, { token })).reply.needs_second_factor).toBeUndefined();
  const socket = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: token });
  expect(socket.socket.connected).toBe(true);
});

it('does not interrupt a live interview or open sign-ins', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);
  const { room_code: roomCode } = await quickStart(node, ida);
  const socket = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: ida.token });

  await require(owner);

  expect([await statusOf(owner), await statusOf(ida)]).toEqual([200, 200]);
  expect(socket.socket.connected).toBe(true);
  const again = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: ida.token });
  expect(again.socket.connected).toBe(true);
});

it('lets users with the second step sign in as before, and not switch it off', async () => {
  const owner = await registerCompany(node);
  const [code = '', spare = ''] = await setUp(owner);
  await require(owner);
  const body = { email: owner.email, password: PASSWORD };
  const challenge = (await call(node.app, auth.login, { body })).error.challenge ?? '';

  const { reply } = await call(node.app, factor.answerChallenge, { body: { challenge, code } });

  expect(reply.needs_second_factor).toBeUndefined();
  expect(await statusOf(reply)).toBe(200);
  const off = await call(node.app, factor.disableSecondFactor, {
    token: reply.token,
    body: { password: PASSWORD, code: spare },
  });
  expect([off.status, off.error.message]).toEqual([
    409,
    'Your company requires two-step sign-in, so it cannot be switched off.',
  ]);
});

it('needs the owner with a recent sign-in, ends when switched off, and affects no other company', async () => {
  const [owner, other] = [await registerCompany(node), await registerCompany(node)];
  const ida = await addInterviewer(node, owner);
  expect((await require(ida)).status).toBe(403);
  await require(owner);
  expect(await statusOf(await signIn(node, other.email))).toBe(200);

  expect((await require(owner, false)).status).toBe(200);
  expect(await statusOf(await signIn(node, ida.email))).toBe(200);

  await node.ctx.db.updateTable('auth_sessions').set({ authenticated_at: '2020-01-01T00:00:00Z' }).execute();
  expect((await require(owner)).error.code).toBe('reauthenticate');
});

it('refuses every endpoint but the set-up, the account and signing out', { tags: ['long'] }, async () => {
  const owner = await registerCompany(node);
  await require(owner);
  const open: string[] = [];
  for (const endpoint of endpoints.filter(({ config }) => config.access !== 'public')) {
    const url = `/api${endpoint.url.replaceAll(/:\w+/g, randomUUID())}`;
    // One sign-in for each endpoint, because signing out ends it.
    const { token } = await signIn(node, owner.email);
    const headers = { authorization: `Bearer ${token}` };
    const reply = await node.app.inject({ method: endpoint.method, url, headers });
    const isClosed = reply.statusCode === 403 && reply.json<{ code: string }>().code === 'second_factor_setup';
    if (!isClosed) open.push(endpointName(endpoint));
  }

  expect(open.toSorted()).toEqual([
    'GET /user',
    'GET /user/second-factor',
    'POST /logout',
    'POST /user/second-factor',
    'POST /user/second-factor/confirm',
  ]);
});
