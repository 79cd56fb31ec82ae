import { getAccount, login, register } from '@cip/contracts/accounts/auth';
import { reauthenticate } from '@cip/contracts/accounts/auth-recovery';
import { forgotPassword, resetPassword } from '@cip/contracts/accounts/auth-reset';
import { answerChallenge, getSecondFactor } from '@cip/contracts/accounts/auth-second-factor';
import { changePassword } from '@cip/contracts/accounts/company';
import { createInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { getSignInOptions } from '@cip/contracts/accounts/single-sign-on';
import { listInterviews } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { signInWithProvider } from '../../../testing/identity-provider/browser.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { switchOnSecondFactor } from '../../../testing/http/second-factor.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createResetLink } from '../passwords/password-reset.service.ts';

// The same database on two nodes: with passwords, to make accounts, and without them (SIGN_IN=oidc).
let provider: ProviderStandIn;
let open: TestApp;
let node: TestApp;
let owner: SignedIn;
let ida: SignedIn & { userId: string };
beforeAll(async () => {
  provider = await startProvider();
  open = await startTestApp({ env: provider.env });
  node = await startTestApp({
    databaseUrl: open.ctx.config.databaseUrl ?? '',
    env: { ...provider.env, SIGN_IN: 'oidc' },
  });
  owner = await registerCompany(open, { plan: 'professional' });
  ida = await addInterviewer(open, owner);
});
afterAll(async () => {
  await Promise.all([open.close(), node.close()]);
  await provider.close();
});

const OFF = 'Passwords are switched off here. Please sign in with Example.';
const refused = { status: 403, error: { code: 'password_off', message: OFF } };

const enter = (email: string, password = PASSWORD) => call(node.app, login, { body: { email, password } });

async function resetToken(email: string): Promise<string> {
  const { db } = node.ctx;
  const user = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return String(await db.transaction().execute((trx) => createResetLink(trx, user)));
}

it('shows everybody that only owners use passwords', async () => {
  expect((await call(node.app, getSignInOptions)).reply).toEqual({ provider: 'Example', passwords: 'owners' });
});

describe('the password of an interviewer, and of an owner without a second step', () => {
  it('refuses the right password like a wrong one', async () => {
    for (const { email } of [ida, owner]) {
      expect(await enter(email)).toMatchObject(refused);
      expect((await enter(email, 'wrong')).error).toMatchObject({ message: 'Invalid email or password' });
    }
    expect((await enter(newEmail())).error).toMatchObject({ message: 'Invalid email or password' });
  });

  it('neither changes the password nor accepts it as a confirmation', async () => {
    for (const { token } of [ida, owner]) {
      const body = { current_password: PASSWORD, new_password: 'another one' };
      expect(await call(node.app, changePassword, { token, body })).toMatchObject(refused);
      expect(await call(node.app, reauthenticate, { token, body: { password: PASSWORD } })).toMatchObject(refused);
    }
  });

  it('resets no password, neither by a new link nor by an old one', async () => {
    expect(await call(node.app, forgotPassword, { body: { email: ida.email } })).toMatchObject(refused);
    const token = await resetToken(ida.email);
    expect(await call(node.app, resetPassword, { body: { token, password: 'another one' } })).toMatchObject(refused);
    expect((await call(open.app, login, { body: { email: ida.email, password: PASSWORD } })).status).toBe(200);
  });

  it('refuses a password that the owner sets', async () => {
    const { token } = owner;
    const body = { name: 'Eve', email: newEmail(), password: PASSWORD };
    expect(await call(node.app, createInterviewer, { token, body })).toMatchObject(refused);
    const change = { name: 'Ida', email: ida.email, password: 'another one' };
    const params = { id: ida.userId };
    expect(await call(node.app, updateInterviewer, { token, params, body: change })).toMatchObject(refused);
    expect((await call(node.app, updateInterviewer, { token, params, body: { ...change, password: '' } })).status).toBe(
      200,
    );
  });

  it('shows the account as one without a password', async () => {
    const { token } = ida;
    expect((await call(node.app, getAccount, { token })).reply.sign_in).toEqual({ provider: null, password: false });
    expect((await call(open.app, getAccount, { token })).reply.sign_in).toEqual({ provider: null, password: true });
  });
});

describe('an owner with a second step', () => {
  it('lets an owner with a second step sign in, confirm, change and reset the password', async () => {
    const boss = await registerCompany(open);
    const [code, another] = await switchOnSecondFactor(open, boss);
    const { challenge } = (await enter(boss.email)).error;
    const { token } = (await call(node.app, answerChallenge, { body: { challenge, code } })).reply;
    expect((await call(node.app, getAccount, { token })).reply.sign_in).toEqual({ provider: null, password: true });
    const proof = { password: PASSWORD, code: another };
    expect((await call(node.app, reauthenticate, { token, body: proof })).status).toBe(200);
    const change = { current_password: PASSWORD, new_password: 'another one' };
    expect((await call(node.app, changePassword, { token, body: change })).status).toBe(200);
    const reset = { token: await resetToken(boss.email), password: PASSWORD };
    expect((await call(node.app, resetPassword, { body: reset })).status).toBe(200);
    expect((await enter(boss.email)).error.code).toBe('second_factor');
  });
});

it('lets a new company register, whose owner sets up a second step first', async () => {
  const email = newEmail();
  const body = { name: 'New', email, password: PASSWORD, password_confirmation: PASSWORD };
  const { reply } = await call(node.app, register, { body });
  const { token } = reply;

  expect(reply.needs_second_factor).toBe(true);
  expect((await call(node.app, listInterviews, { token })).error.code).toBe('second_factor_setup');
  expect((await call(node.app, getSecondFactor, { token })).status).toBe(200);
  await switchOnSecondFactor(node, { token });
  expect((await call(node.app, listInterviews, { token })).status).toBe(200);
});

describe('an interviewer without a password', () => {
  it('lets an interviewer without a password sign in with the provider, and get one by a reset', async () => {
    const email = newEmail();
    const { token } = owner;
    expect((await call(node.app, createInterviewer, { token, body: { name: 'Ada', email } })).status).toBe(201);
    provider.person = { sub: 'ada', email, email_verified: true };
    const signedIn = (await signInWithProvider(open)).reply;
    expect(signedIn.sign_in).toEqual({ provider: 'Example', password: false });
    const confirmed = await call(open.app, reauthenticate, { token: signedIn.token, body: { password: 'x' } });
    expect(confirmed.error).toMatchObject({
      code: 'password_off',
      message: 'Your account has no password. Please sign in with Example.',
    });

    const body = { token: await resetToken(email), password: PASSWORD };
    expect((await call(open.app, resetPassword, { body })).status).toBe(200);

    expect((await call(open.app, login, { body: { email, password: PASSWORD } })).reply.sign_in).toEqual({
      // A reset unlinks the provider, until the next sign-in there.
      provider: null,
      password: true,
    });
    expect((await signInWithProvider(open)).reply.sign_in).toEqual({ provider: 'Example', password: true });
  });
});
