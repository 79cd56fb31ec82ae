import { randomUUID } from 'node:crypto';
import { listAudit } from '@cip/contracts/accounts/audit';
import { getAccount } from '@cip/contracts/accounts/auth';
import { answerChallenge } from '@cip/contracts/accounts/auth-second-factor';
import { createInterviewer } from '@cip/contracts/accounts/interviewers';
import { backChannelLogout } from '@cip/contracts/accounts/single-sign-on';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { addInterviewer, newEmail, quickStart, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { switchOnSecondFactor } from '../../../testing/http/second-factor.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { signInWithProvider } from '../../../testing/identity-provider/browser.ts';
import type { Claims } from '../../../testing/identity-provider/id-tokens.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { until } from '../../../testing/until.ts';

let provider: ProviderStandIn;
let database: TestDatabase;
let node: TestApp;
let other: TestApp;
let owner: SignedIn;
let ida: SignedIn;
const remember = closeAfterEach();

beforeAll(async () => {
  provider = await startProvider();
  database = await createTestDatabase();
  const env = { ...provider.env, REDIS_URL: inject('redisUrl') };
  node = await startTestApp({ databaseUrl: database.url, listen: true, env });
  other = await startTestApp({ databaseUrl: database.url, listen: true, env });
  // They close such sockets a little later, even if no message of the other node arrives.
  await other.ctx.jobs.stop();
});
beforeEach(async () => {
  provider.person = { sub: randomUUID(), email: newEmail(), email_verified: true, sid: randomUUID() };
  owner = await registerCompany(node, { plan: 'professional' });
  const body = { name: 'Ida', email: provider.person.email };
  await call(node.app, createInterviewer, { token: owner.token, body });
  ida = await signIn();
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await provider.close();
  await database.drop();
});

/** Signs the person in, in a session of their own at the provider. */
async function signIn(session = provider.person.sid ?? ''): Promise<SignedIn> {
  provider.person.sid = session;
  const { reply } = await signInWithProvider(node);
  return { token: reply.token, company: reply.company, email: provider.person.email ?? '' };
}

/** Sends a token as providers do: as a form. */
async function send(token: string, at = node): Promise<number> {
  const body = new URLSearchParams({ logout_token: token, more: 'ignored' });
  const response = await fetch(`${at.url}/api/single-sign-on/logout`, { method: 'POST', body });
  expect(response.headers.get('cache-control')).toBe('no-store');
  await response.body?.cancel();
  return response.status;
}

const statusOf = async ({ token }: SignedIn) => (await call(node.app, getAccount, { token })).status;

async function openRoom(who: SignedIn): Promise<PlainClient> {
  const { room_code: roomCode } = await quickStart(node, owner);
  return remember(await PlainClient.join(other.url, { roomCode, userType: 'interviewer', authToken: who.token }));
}

const closed = (client: PlainClient) => until('the socket to close', () => !client.socket.connected);

describe('a logout token', () => {
  it('ends the sign-ins of a token’s session and closes their rooms on every node', async () => {
    const { sid } = provider.person;
    const elsewhere = await signIn(randomUUID());
    const [first, second] = [await openRoom(ida), await openRoom(elsewhere)];

    expect(await send(await provider.logoutToken({ sid }))).toBe(200);

    await closed(first);
    expect(await statusOf(ida)).toBe(401);
    expect(await statusOf(elsewhere)).toBe(200);
    expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  });

  it('ends all sign-ins of the person, and no others, by a token without a session', async () => {
    const elsewhere = await signIn(randomUUID());
    const [first, second] = [await openRoom(ida), await openRoom(owner)];

    expect(await send(await provider.logoutToken({ sid: undefined }), other)).toBe(200);

    await closed(first);
    expect(await statusOf(elsewhere)).toBe(401);
    expect(await statusOf(owner)).toBe(200);
    expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
    const { data } = (await call(node.app, listAudit, { token: owner.token })).reply;
    expect(data[0]).toMatchObject({
      action: 'account.signed_out_by_provider',
      actor: 'product',
      subject_name: 'Ida',
      details: { count: 2 },
    });
  });

  it('ends the sign-ins of a session by a token without a person', async () => {
    expect(await send(await provider.logoutToken({ sub: undefined }))).toBe(200);
    expect(await statusOf(ida)).toBe(401);
  });

  it('ends nothing if the person has no account or the session is another’s', async () => {
    expect(await send(await provider.logoutToken({ sub: 'a stranger' }))).toBe(200);
    expect(await send(await provider.logoutToken({ sub: 'a stranger', sid: undefined }))).toBe(200);
    expect(await send(await provider.logoutToken({ sid: 'of another' }))).toBe(200);
    expect(await statusOf(ida)).toBe(200);
  });

  it('accepts a logout token once, on all nodes', async () => {
    const token = await provider.logoutToken();
    expect(await send(token)).toBe(200);
    const again = await signIn();
    expect([await send(token), await send(token, other)]).toEqual([400, 400]);
    expect(await statusOf(again)).toBe(200);
  });
});

afterEach(() => vi.restoreAllMocks());

/** Signs the person in as far as the second step. Returns the challenge. */
async function challengeOf(): Promise<string> {
  const { status, error } = await signInWithProvider(node);
  expect([status, error.code]).toEqual([403, 'second_factor']);
  return error.challenge ?? '';
}

describe('a sign-in that has not ended', () => {
  it.each([
    ['its session', {}],
    ['its session alone', { sub: undefined }],
    ['all of its person', { sid: undefined }],
  ])('refuses the second step after a logout of %s, but not of a later sign-in', async (_, changes) => {
    const eve = await addInterviewer(node, owner, 'Eve');
    const [code = '', spare = ''] = await switchOnSecondFactor(node, eve);
    provider.person = { sub: randomUUID(), email: eve.email, email_verified: true, sid: randomUUID() };
    const challenge = await challengeOf();
    const answer = (body: { challenge: string; code: string }) => call(other.app, answerChallenge, { body });

    expect(await send(await provider.logoutToken(changes))).toBe(200);

    const { status, error } = await answer({ challenge, code });
    expect([status, error.message]).toEqual([401, 'This took too long. Please sign in again.']);
    expect((await answer({ challenge: await challengeOf(), code: spare })).status).toBe(200);
  });

  it('asks for the second step as before after the logout of another session', async () => {
    const eve = await addInterviewer(node, owner, 'Eve');
    const [code = ''] = await switchOnSecondFactor(node, eve);
    provider.person = { sub: randomUUID(), email: eve.email, email_verified: true, sid: randomUUID() };
    const challenge = await challengeOf();
    expect(await send(await provider.logoutToken({ sid: randomUUID() }))).toBe(200);
    expect((await call(node.app, answerChallenge, { body: { challenge, code } })).status).toBe(200);
  });

  it('refuses a sign-in whose session ended while the provider answered', async () => {
    const { identityProvider } = node.ctx;
    if (!identityProvider) throw new Error('This node has no provider.');
    const finish = identityProvider.finish.bind(identityProvider);
    vi.spyOn(identityProvider, 'finish').mockImplementationOnce(async (...args) => {
      const signedIn = await finish(...args);
      expect(await send(await provider.logoutToken())).toBe(200);
      return signedIn;
    });
    const { status, error } = await signInWithProvider(node);
    expect([status, error.code]).toEqual([409, 'sign_in_stale']);
  });

  it('ends a sign-in that is stored while its session ends', async () => {
    const { db } = node.ctx;
    const commit = await holdTransaction(db, (trx) =>
      trx.selectFrom('users').select('id').where('email', '=', String(provider.person.email)).forUpdate().execute(),
    );
    const signingIn = signIn();
    await untilBlocked(db);
    const ending = provider.logoutToken().then((token) => send(token, other));
    await untilBlocked(db, 2);
    await commit();

    expect(await ending).toBe(200);
    expect(await statusOf(await signingIn)).toBe(401);
  });
});

const seconds = () => Math.floor(Date.now() / 1000);

const BAD: [what: string, changes: () => Claims, header?: Record<string, string>][] = [
  ['of another issuer', () => ({ iss: 'https://elsewhere.example' })],
  ['for another client', () => ({ aud: 'another' })],
  ['with a nonce', () => ({ nonce: 'x' })],
  ['without events', () => ({ events: undefined })],
  ['with another event', () => ({ events: { 'http://schemas.openid.net/event/other': {} } })],
  ['with an event that is no object', () => ({ events: { 'http://schemas.openid.net/event/backchannel-logout': 1 } })],
  ['without an id', () => ({ jti: undefined })],
  ['with an id of another kind', () => ({ jti: 7 })],
  ['that names no one', () => ({ sub: undefined, sid: undefined })],
  ['without a time', () => ({ iat: undefined })],
  ['from long ago', () => ({ iat: seconds() - 3_600 })],
  ['from the future', () => ({ iat: seconds() + 3_600, exp: seconds() + 7_200 })],
  ['that has expired', () => ({ iat: seconds() - 300, exp: seconds() - 200 })],
  ['of an unknown key', () => ({}), { kid: 'key-2' }],
  ['of another kind', () => ({}), { typ: 'at+jwt' }],
];

describe('an invalid logout token', () => {
  it.each(BAD)('ignores a token %s', async (_, changes, header) => {
    expect(await send(await provider.logoutToken(changes(), header))).toBe(400);
    expect(await statusOf(ida)).toBe(200);
  });

  it('ignores a token without a signature, or with one by another or the public key', async () => {
    const token = await provider.logoutToken();
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    const tokens = [none, await provider.keys.forge(claims), provider.keys.signByPublicKey(claims), 'x', ''];
    for (const bad of tokens) expect(await send(bad)).toBe(400);
    expect(await statusOf(ida)).toBe(200);
  });

  it('ignores an ID token', async () => {
    const iat = seconds();
    const token = { iss: provider.issuer, aud: 'interviews', iat, exp: iat + 60, sub: provider.person.sub, nonce: 'x' };
    expect(await send(await provider.keys.sign(token))).toBe(400);
  });
});

it('reads other bodies as no token', async () => {
  expect((await call(node.app, backChannelLogout, { body: {} })).status).toBe(422);
  const response = await fetch(`${node.url}/api/single-sign-on/logout`, { method: 'POST', body: 'logout_token=x' });
  expect(response.status).toBe(422);
});

it('reads forms nowhere else', async () => {
  const body = new URLSearchParams({ email: 'ada@example.com', password: 'x' });
  expect((await fetch(`${node.url}/api/login`, { method: 'POST', body })).status).toBe(415);
});
