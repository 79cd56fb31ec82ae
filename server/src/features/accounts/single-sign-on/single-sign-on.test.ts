import { getAccount, login } from '@cip/contracts/accounts/auth';
import { answerChallenge } from '@cip/contracts/accounts/auth-second-factor';
import { deleteInterviewer, createInterviewer } from '@cip/contracts/accounts/interviewers';
import { undoEmailChange } from '@cip/contracts/accounts/auth-recovery';
import { updateCompanyProfile, updateSecurity } from '@cip/contracts/accounts/company';
import * as contract from '@cip/contracts/accounts/single-sign-on';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import {
  answerOf,
  cookieOf,
  finish,
  signInWithProvider,
  startVisit,
} from '../../../testing/identity-provider/browser.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { switchOnSecondFactor } from '../../../testing/http/second-factor.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { issueLinkToken } from '../records/account-links.service.ts';
import { addUndoLink } from '../emails/email-undo.service.ts';

let provider: ProviderStandIn;
let node: TestApp;
let other: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  const env = { ...provider.env, OIDC_DOMAINS: 'example.com, example.org' };
  node = await startTestApp({ env });
  other = await startTestApp({ env, databaseUrl: node.ctx.config.databaseUrl ?? '' });
});
let person = 0;
beforeEach(() => {
  provider.hasEmailInToken = true;
  provider.person = { sub: `person-${person++}`, email: newEmail(), email_verified: true, name: 'Ada Lovelace' };
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await provider.close();
});

const STALE = 'This sign-in took too long, was used already, or began in another browser. Please start again.';
const messageOf = async () => {
  const reply = await signInWithProvider(node);
  return reply.status === 200 ? 'signed in' : reply.error.message;
};
const unknown = (email: string) => `${email} has no account here. Ask the owner of your company to add you.`;

/** Adds an interviewer without a password, as an owner invites one, and returns their e-mail. */
async function invite(owner: SignedIn, email = newEmail()): Promise<{ id: string; email: string }> {
  const body = { name: 'Ida', email };
  return (await call(node.app, createInterviewer, { token: owner.token, body })).reply.user;
}

async function openDomain(owner: SignedIn, domain: string | null = 'example.com') {
  return call(node.app, contract.changeCompanySingleSignOn, { token: owner.token, body: { domain } });
}

describe('the start of a sign-in', () => {
  it('sends the browser to the provider with a state, a nonce and a challenge', async () => {
    const { url } = await startVisit(node);
    const { origin, pathname, searchParams } = new URL(url);

    expect(`${origin}${pathname}`).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'interviews',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: expect.stringMatching(/^http:\/\/[^/]+\/sign-in$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('binds a sign-in to the browser by a cookie that no script and no other site reads', async () => {
    const { headers } = await call(node.app, contract.startSingleSignOn, { body: { prompt: 'login' } });
    expect(String(headers['set-cookie'])).toMatch(
      /^sign-in=[\w-]+; Max-Age=600; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
    expect(cookieOf(headers)).not.toMatch(/person|state|nonce/);
  });
});

describe('the end of a sign-in', () => {
  it('refuses the end without the cookie, and with another’s, an altered or an old one', async () => {
    const [own, others] = [await startVisit(node), await startVisit(node)];
    const answer = await answerOf(own);
    const state = new URL(own.url).searchParams.get('state');
    const old = { kind: 'sign-in', until: Date.now() - 1, state, nonce: 'x', verifier: 'x', redirectUri: 'http://x/' };
    const cookies = ['', others.cookie, `${own.cookie}x`, `sign-in=${node.ctx.vault.seal(JSON.stringify(old))}`];
    for (const cookie of [...cookies, `sign-in=${node.ctx.vault.seal('null')}`]) {
      const { status, error } = await finish(node, { cookie }, answer);
      expect([status, error.code, error.message]).toEqual([409, 'sign_in_stale', STALE]);
    }
    expect(provider.asked.filter((path) => path === '/token')).toEqual([]);
  });

  it('ends a sign-in on another node, once on all of them', async () => {
    await invite(await registerCompany(node), provider.person.email);
    const visit = await startVisit(node);
    const answer = await answerOf(visit);

    const replies = await Promise.all([finish(other, visit, answer), finish(node, visit, answer)]);

    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409']);
    expect((await finish(other, visit, answer)).status).toBe(409);
  });

  it('removes the cookie at the end, and signs in with a valid token', async () => {
    await invite(await registerCompany(node), provider.person.email);
    const { reply, headers } = await signInWithProvider(node);

    expect(String(headers['set-cookie'])).toMatch(/sign-in=; Max-Age=0; Path=\/api; Expires=Thu, 01 Jan 1970/);
    expect((await call(node.app, getAccount, { token: reply.token })).reply).toEqual({
      company: reply.company,
      user: reply.user,
      sign_in: { provider: 'Example', password: false },
    });
  });

  it('refuses an answer with two states, without a state, and with bytes that no address has', async () => {
    const visit = await startVisit(node);
    const answer = await answerOf(visit);
    for (const sent of [`${answer}&state=x`, 'code=x', ''])
      expect((await finish(node, visit, sent)).error.code).toBe('sign_in_stale');
    expect((await finish(node, visit, 'code=\u0000')).status).toBe(422);
  });
});

describe('the first sign-in of a person', () => {
  it('links the account that an owner added, also by the user info, and keeps its name', async () => {
    const owner = await registerCompany(node);
    const { id, email } = await invite(owner, String(provider.person.email).toUpperCase());
    provider.hasEmailInToken = false;

    const { reply } = await signInWithProvider(node);

    expect(reply.company.id).toBe(owner.company.id);
    expect(reply.user).toEqual({ id, email, name: 'Ida', role: 'interviewer' });
  });

  it('links the account of an owner, who keeps the password', async () => {
    const owner = await registerCompany(node);
    provider.person.email = owner.email;
    const { reply } = await signInWithProvider(node);
    expect(reply.company.id).toBe(owner.company.id);
    expect(reply.sign_in).toEqual({ provider: 'Example', password: true });
    expect((await call(node.app, login, { body: { email: owner.email, password: PASSWORD } })).status).toBe(200);
  });

  it('refuses people without an account by their e-mail', async () => {
    expect(await messageOf()).toBe(unknown(String(provider.person.email)));
  });

  it('refuses the account of an owner with an unconfirmed e-mail', async () => {
    const owner = await registerCompany(node);
    await node.ctx.db.updateTable('users').set({ email_verified_at: null }).where('email', '=', owner.email).execute();
    provider.person.email = owner.email;

    expect(await messageOf()).toBe(
      `Please confirm ${owner.email} with the link that we sent there, then sign in with Example.`,
    );
  });
});

describe('a linked account', () => {
  it('keeps a linked account if the e-mail changes or disappears at the provider', async () => {
    const { id, email } = await invite(await registerCompany(node), provider.person.email);
    await signInWithProvider(node);

    for (const changed of [newEmail(), undefined]) {
      if (changed === undefined) delete provider.person.email;
      else provider.person.email = changed;
      expect((await signInWithProvider(node)).reply.user).toMatchObject({ id, email });
    }
  });

  it('does not give a linked account to another person with its e-mail', async () => {
    const { email } = await invite(await registerCompany(node), provider.person.email);
    await signInWithProvider(node);
    provider.person = { ...provider.person, sub: 'somebody else' };

    expect(await messageOf()).toBe(`${email} belongs to another account at Example. Ask the owner of your company.`);
  });

  it('does not exchange a linked account if the e-mail becomes that of another one', async () => {
    const owner = await registerCompany(node, { plan: 'professional' });
    const [first, second] = [await invite(owner, provider.person.email), await invite(owner)];
    await signInWithProvider(node);
    provider.person.email = second.email;

    expect((await signInWithProvider(node)).reply.user?.id).toBe(first.id);
  });

  it('links once for two concurrent sign-ins', async () => {
    const { id } = await invite(await registerCompany(node), provider.person.email);
    const replies = await Promise.all([signInWithProvider(node), signInWithProvider(other)]);
    expect(replies.map((reply) => reply.reply.user?.id)).toEqual([id, id]);
  });
});

describe('people of a domain that an owner opened', () => {
  const newOwner = async (plan: 'starter' | 'professional' = 'professional') => {
    await node.ctx.db.updateTable('companies').set({ open_domain: null }).execute();
    return registerCompany(node, { plan });
  };

  it('makes people of an opened domain interviewers without a password', async () => {
    const owner = await newOwner();
    expect(await messageOf()).toBe(unknown(String(provider.person.email)));
    expect((await openDomain(owner)).reply).toEqual({
      provider: 'Example',
      passwords: 'all',
      domain: 'example.com',
      offered_domain: 'example.com',
    });

    const { reply } = await signInWithProvider(node);

    expect(reply.company.id).toBe(owner.company.id);
    expect(reply.user).toMatchObject({ name: 'Ada Lovelace', role: 'interviewer' });
    expect(reply.sign_in).toEqual({ provider: 'Example', password: false });
  });

  it('adds one interviewer for two concurrent sign-ins of a new person', async () => {
    await openDomain(await newOwner());
    const replies = await Promise.all([signInWithProvider(node), signInWithProvider(other)]);
    const [first, second] = replies.map((reply) => (reply.status === 200 ? reply.reply.user?.id : reply.error.message));
    expect(first).toBe(second);
  });

  it('adds nobody of another or closed domain, or beyond the plan', async () => {
    const owner = await newOwner('starter');
    await openDomain(owner);
    provider.person.email = 'eve@sub.example.com';
    expect(await messageOf()).toBe(unknown('eve@sub.example.com'));
    provider.person.email = 'eve@example.org';
    expect(await messageOf()).toBe(unknown('eve@example.org'));
    const most = (await call(node.app, getAccount, { token: owner.token })).reply.company.plan?.max_interviewers ?? 0;
    expect(most).toBeGreaterThan(0);
    for (let added = 0; added < most; added++) await invite(owner);
    provider.person.email = 'eve@example.com';
    expect(await messageOf()).toBe(
      'Your company’s plan has no room for another interviewer. Ask the owner of your company.',
    );
    await openDomain(owner, null);
    expect(await messageOf()).toBe(unknown('eve@example.com'));
  });

  it('keeps removed people out, by e-mail and identity, until they are added', async () => {
    const owner = await newOwner();
    await openDomain(owner);
    const { user } = (await signInWithProvider(node)).reply;
    const { token } = owner;
    await call(node.app, deleteInterviewer, { token, params: { id: String(user?.id) } });
    const deleted = 'Your account was deleted. Ask the owner of your company to add you again.';
    const { sub, email } = provider.person;

    expect(await messageOf()).toBe(deleted);
    provider.person.sub = 'a new one';
    expect(await messageOf()).toBe(deleted);
    provider.person = { ...provider.person, sub, email: newEmail() };
    expect(await messageOf()).toBe(deleted);
    provider.person = { ...provider.person, sub, ...(email && { email }) };
    await invite(owner, email);
    expect(await messageOf()).toBe('signed in');
  });

  it('keeps people out who were removed before their first sign-in', async () => {
    const owner = await newOwner();
    await openDomain(owner);
    const { id } = await invite(owner, provider.person.email);
    await call(node.app, deleteInterviewer, { token: owner.token, params: { id } });
    expect(await messageOf()).toMatch(/^Your account was deleted/);
  });

  it('does not join people to a stranger’s company that added their unconfirmed e-mail', async () => {
    const [owner, stranger] = [await newOwner(), await registerCompany(node)];
    await openDomain(owner);
    const { id, email } = await invite(stranger, provider.person.email);
    const confirmed = (email_verified_at: string | null) =>
      node.ctx.db.updateTable('users').set({ email_verified_at }).where('id', '=', id).execute();
    await confirmed(null);

    expect(await messageOf()).toBe(
      `Another company added ${email}, which was never confirmed. Ask the operator of this service.`,
    );
    const user = await node.ctx.db.selectFrom('users').select('email_verified_at').where('id', '=', id).execute();
    expect(user).toEqual([{ email_verified_at: null }]);
    await confirmed(new Date().toISOString());
    expect((await signInWithProvider(node)).reply.company.id).toBe(stranger.company.id);
  });

  it('links the account that their own company added, even before it is confirmed', async () => {
    const owner = await newOwner();
    await openDomain(owner);
    const { id } = await invite(owner, provider.person.email);
    await node.ctx.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute();

    expect((await signInWithProvider(node)).reply.user?.id).toBe(id);
  });

  it('gives new interviewers a name that can be shown', async () => {
    await openDomain(await newOwner());
    provider.person.name = `\u202e${'Ada '.repeat(40)}\u0000`;
    expect((await signInWithProvider(node)).reply.user?.name).toBe('Ada '.repeat(20).trim());
    provider.person = { sub: 'nameless', email: 'eve.example@example.com', email_verified: true, name: ' \u200b ' };
    expect((await signInWithProvider(node)).reply.user?.name).toBe('eve.example');
  });
});

describe('the domain of a company', () => {
  it('accepts only a domain of the deployment and of the owner’s confirmed e-mail', async () => {
    await node.ctx.db.updateTable('companies').set({ open_domain: null }).execute();
    const owner = await registerCompany(node);
    for (const domain of ['example.org', 'elsewhere.example', 'com'])
      expect((await openDomain(owner, domain)).status).toBe(422);
    await node.ctx.db.updateTable('users').set({ email_verified_at: null }).where('email', '=', owner.email).execute();
    expect((await openDomain(owner)).status).toBe(422);
  });

  it('gives a domain to one company only', async () => {
    await node.ctx.db.updateTable('companies').set({ open_domain: null }).execute();
    const [first, second] = [await registerCompany(node), await registerCompany(node)];
    expect((await openDomain(first)).status).toBe(200);
    expect((await openDomain(second)).error.message).toBe(
      'Another company takes new interviewers from this domain. Ask the operator of this service.',
    );
    await openDomain(first, null);
    expect((await openDomain(second)).status).toBe(200);
  });

  it('lets only a recently signed-in owner change the domain', async () => {
    const owner = await registerCompany(node);
    const { token } = await addInterviewer(node, owner);
    expect((await call(node.app, contract.changeCompanySingleSignOn, { token, body: { domain: null } })).status).toBe(
      403,
    );
    await node.ctx.db.updateTable('auth_sessions').set({ authenticated_at: '2020-01-01' }).execute();
    expect((await openDomain(owner, null)).error.code).toBe('reauthenticate');
  });
});

describe('a second step', () => {
  it('asks for the account’s second step after the provider too', async () => {
    const ida = await addInterviewer(node, await registerCompany(node));
    const [code] = await switchOnSecondFactor(node, ida);
    provider.person = { ...provider.person, email: ida.email, sid: 'a session' };

    const { status, error } = await signInWithProvider(node);

    expect([status, error.code]).toEqual([403, 'second_factor']);
    const body = { challenge: error.challenge, code };
    expect((await call(node.app, answerChallenge, { body })).reply.user?.id).toBe(ida.userId);
  });

  it('accepts the provider for the second step that the company requires', async () => {
    const owner = await registerCompany(node);
    await call(node.app, updateSecurity, { token: owner.token, body: { requires_second_factor: true } });
    await invite(owner, provider.person.email);
    expect((await signInWithProvider(node)).reply).not.toHaveProperty('needs_second_factor');
  });
});

it('shows everybody how to sign in', async () => {
  expect((await call(node.app, contract.getSignInOptions)).reply).toEqual({ provider: 'Example', passwords: 'all' });
});

it('answers not_found without settings of a provider', async () => {
  const bare = await startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '' });
  const { token } = await registerCompany(bare);
  expect((await call(bare.app, contract.getSignInOptions)).reply).toEqual({ provider: null, passwords: 'all' });
  for (const [endpoint, body] of [
    [contract.startSingleSignOn, {}],
    [contract.finishSingleSignOn, { answer: 'code=x&state=y' }],
    [contract.backChannelLogout, { logout_token: 'x' }],
    [contract.changeCompanySingleSignOn, { domain: null }],
  ] as const)
    expect((await call(bare.app, endpoint, { token, body })).status).toBe(404);
  expect((await call(bare.app, getAccount, { token })).reply).not.toHaveProperty('sign_in');
  const { status, error } = await call(bare.app, createInterviewer, {
    token,
    body: { name: 'Ida', email: newEmail() },
  });
  expect([status, error.errors]).toEqual([422, { password: ['Password is required'] }]);
  await bare.close();
});

it('leaves a changed e-mail of the account to its link', async () => {
  const owner = await registerCompany(node);
  provider.person.email = owner.email;
  const { token } = (await signInWithProvider(node)).reply;
  const changed = { name: 'Acme', email: newEmail() };
  expect((await call(node.app, updateCompanyProfile, { token, body: changed })).status).toBe(200);
  expect((await signInWithProvider(node)).reply.company).toMatchObject({ id: owner.company.id, email: changed.email });
});

it('starts while the provider is away, and finds it later', { tags: ['long'] }, async () => {
  const away = await startProvider();
  await away.close();
  const early = await startTestApp({ databaseUrl: node.ctx.config.databaseUrl ?? '', env: away.env });
  const { status, error } = await call(early.app, contract.startSingleSignOn, { body: {} });
  expect([status, error.message]).toEqual([424, 'Example cannot be reached right now. Please try again in a moment.']);

  const back = await startProvider(Number(new URL(away.issuer).port));

  expect((await startVisit(early)).url).toMatch(`${back.issuer}/authorize?`);
  await early.close();
  await back.close();
});

it('unlinks an account whose e-mail change is undone', async () => {
  await node.ctx.db.updateTable('companies').set({ open_domain: null }).execute();
  const owner = await registerCompany(node);
  provider.person.email = owner.email;
  await signInWithProvider(node);
  const { id: userId } = await node.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  const link = { userId, email: newEmail(), wasVerified: true };
  const id = await node.ctx.db.transaction().execute((trx) => addUndoLink(trx, link));
  const token = (await issueLinkToken(node.ctx.db, id))?.token;
  expect((await call(node.app, undoEmailChange, { body: { token } })).status).toBe(200);

  expect(await messageOf()).toBe(unknown(owner.email));
});

it('limits begun and failed sign-ins and refused logouts of a network', { tags: ['long'] }, async () => {
  const limited = await startTestApp({
    databaseUrl: node.ctx.config.databaseUrl ?? '',
    env: { ...provider.env, RATE_LIMITS: 'on' },
  });
  const visit = await startVisit(limited);
  for (let failed = 0; failed < 60; failed++)
    expect((await finish(limited, visit, 'code=x&state=y', '203.0.113.7')).status).toBe(409);
  expect((await finish(limited, visit, 'code=x&state=y', '203.0.113.7')).status).toBe(429);
  expect((await finish(limited, visit, 'code=x&state=y', '203.0.113.8')).status).toBe(409);
  const end = () => call(limited.app, contract.backChannelLogout, { body: { logout_token: 'x' } });
  for (let refused = 0; refused < 60; refused++) expect((await end()).status).toBe(400);
  expect((await end()).status).toBe(429);
  const begin = () => call(limited.app, contract.startSingleSignOn, { body: {}, address: '203.0.113.9' });
  for (let begun = 0; begun < 600; begun++) expect((await begin()).status).toBe(200);
  expect((await begin()).status).toBe(429);
  await limited.close();
});
