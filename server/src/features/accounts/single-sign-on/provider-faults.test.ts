import { listAudit } from '@cip/contracts/accounts/audit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { answerOf, finish, signInWithProvider, startVisit } from '../../../testing/identity-provider/browser.ts';
import { FAULTS, type Fault } from '../../../testing/identity-provider/faults.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let provider: ProviderStandIn;
let node: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  provider = await startProvider();
  node = await startTestApp({ env: { ...provider.env, OIDC_DOMAINS: 'example.com' } });
  owner = await registerCompany(node, { plan: 'enterprise' });
  await node.ctx.db
    .updateTable('companies')
    .set({ open_domain: 'example.com' })
    .where('id', '=', owner.company.id)
    .execute();
});
beforeEach(() => {
  provider.fault = null;
});
afterAll(async () => {
  await node.close();
  await provider.close();
});

const UNVERIFIED = 'The answer of Example could not be verified, so you are not signed in. Ask your administrator.';
const STALE = 'This sign-in took too long, was used already, or began in another browser. Please start again.';
const AWAY = 'Example cannot be reached right now. Please try again in a moment.';
const UNUSABLE = 'Example sent an answer that cannot be used. Please try again, or ask your administrator.';
const UNCONFIRMED = 'Example has not confirmed your e-mail address. Confirm it there, then try again.';
const UNSHARED = 'Example did not share your e-mail address, which is needed the first time.';

const ANSWERS: Record<Fault, [status: number, message: string]> = {
  'another issuer in the token': [424, UNVERIFIED],
  'another audience': [424, UNVERIFIED],
  'a token for another client': [424, UNVERIFIED],
  'another nonce': [424, UNVERIFIED],
  'no nonce': [424, UNVERIFIED],
  'another state': [409, STALE],
  'an expired token': [424, UNVERIFIED],
  'a token from the future': [424, UNVERIFIED],
  'alg none': [424, UNVERIFIED],
  'HS256 with the public key': [424, UNVERIFIED],
  'an unknown key': [424, UNVERIFIED],
  'a bad signature': [424, UNVERIFIED],
  'a token that is no token': [424, UNVERIFIED],
  'no ID token': [424, UNVERIFIED],
  'no subject': [424, UNVERIFIED],
  'an unverified e-mail': [403, UNCONFIRMED],
  'a verification in words': [403, UNCONFIRMED],
  'no e-mail': [403, UNSHARED],
  'an e-mail that is none': [403, UNSHARED],
  'the user info of another person': [424, UNVERIFIED],
  'a cancelled sign-in': [403, 'The sign-in was cancelled or refused at Example.'],
  'an error reply': [403, 'Example could not sign you in. Please try again, or ask your administrator.'],
  'an error in HTML': [424, UNUSABLE],
  'an answer of another provider': [424, UNVERIFIED],
  'slow tokens': [424, AWAY],
  'huge tokens': [424, UNUSABLE],
  'tokens that are not JSON': [424, UNUSABLE],
  'a redirect instead of tokens': [424, UNUSABLE],
  'a hang-up instead of tokens': [424, AWAY],
  'keys that are not JSON': [424, UNUSABLE],
  'slow keys': [424, AWAY],
};

const rows = async () => {
  const { db } = node.ctx;
  const count = (table: 'users' | 'auth_sessions' | 'provider_identities') =>
    db.selectFrom(table).select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Promise.all([count('users'), count('auth_sessions'), count('provider_identities')]);
};

describe.each(FAULTS)('a provider with %s', (fault) => {
  // If a provider is slow, the product gives it up after seconds.
  const tags = fault.startsWith('slow') ? ['long'] : [];

  it(
    'answers with one sentence, creates no account or token, and keeps the node alive',
    { timeout: 30_000, tags },
    async () => {
      // A node of its own for faults of the keys, because nodes keep keys.
      const fresh = fault.includes('keys') ? await anotherNode() : node;
      const before = await rows();
      provider.fault = fault;

      const reply = await signInWithProvider(fresh);

      expect([reply.status, reply.error.message]).toEqual(ANSWERS[fault]);
      expect(reply.error).not.toHaveProperty('token');
      expect(await rows()).toEqual(before);
      if (fresh !== node) await fresh.close();
    },
  );
});

function anotherNode(): Promise<TestApp> {
  return startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '', env: provider.env });
}

it('covers at least 25 faults', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(25);
});

it('signs in with a new account after all faults', async () => {
  provider.person = { sub: 'after the faults', email: 'after@example.com', email_verified: true, name: 'Ada' };

  const { reply } = await signInWithProvider(node);

  expect(reply.user).toMatchObject({ name: 'Ada', email: 'after@example.com', role: 'interviewer' });
  expect(reply.sign_in).toEqual({ provider: 'Example', password: false });
  const { data } = (await call(node.app, listAudit, { token: owner.token })).reply;
  expect(data.slice(0, 2).map(({ action }) => action)).toEqual([
    'account.signed_in_with_provider',
    'interviewer.joined_with_provider',
  ]);
});

describe('the code of another sign-in', () => {
  const steal = async () => {
    const [own, stolen] = [await startVisit(node), await startVisit(node)];
    const answer = new URLSearchParams(await answerOf(stolen));
    answer.set('state', new URL(own.url).searchParams.get('state') ?? '');
    return finish(node, own, answer.toString());
  };

  it('refuses the code of another sign-in if the provider checks its proof', async () => {
    const { status, error } = await steal();
    expect([status, error.message]).toEqual([409, STALE]);
  });

  it('refuses the code of another sign-in by its nonce otherwise', async () => {
    provider.checksProof = false;
    const { status, error } = await steal();
    provider.checksProof = true;
    expect([status, error.message]).toEqual([424, UNVERIFIED]);
  });
});

it('refuses a code that was used', async () => {
  const [first, second] = [await startVisit(node), await startVisit(node)];
  const answer = new URLSearchParams(await answerOf(first));
  expect((await finish(node, first, answer.toString())).status).toBe(200);
  answer.set('state', new URL(second.url).searchParams.get('state') ?? '');

  const { status, error } = await finish(node, second, answer.toString());

  expect([status, error.message]).toEqual([409, STALE]);
});
