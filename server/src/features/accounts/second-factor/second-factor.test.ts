import { createHash } from 'node:crypto';
import * as auth from '@cip/contracts/accounts/auth';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { changePassword } from '@cip/contracts/accounts/company';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addInterviewer, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import * as factors from '../records/second-factor.repository.ts';

const STEP_MS = 30_000;

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());
afterEach(() => vi.useRealTimers());

interface WithFactor extends SignedIn {
  secret: string;
  recoveryCodes: string[];
}

const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });

const begin = (token: string, password = PASSWORD) =>
  call(node.app, factor.beginSecondFactor, { token, body: { password } });

const confirm = (token: string, code: string) => call(node.app, factor.confirmSecondFactor, { token, body: { code } });

/** Moves the clock to a later time step, which has other codes. */
function later(steps: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + steps * STEP_MS });
}

async function withFactor(): Promise<WithFactor> {
  const owner = await registerCompany(node);
  const { secret } = (await begin(owner.token)).reply;
  const { recovery_codes } = (await confirm(owner.token, codeOf(secret))).reply;
  // The code that switched it on cannot be used again.
  later(2);
  return { ...owner, secret, recoveryCodes: recovery_codes };
}

async function challengeOf({ email }: SignedIn): Promise<string> {
  const { status, error } = await call(node.app, auth.login, { body: { email, password: PASSWORD } });
  expect(status).toBe(403);
  expect(error.code).toBe('second_factor');
  return error.challenge ?? '';
}

const answer = (challenge: string, code: string, address = '127.0.0.1') =>
  call(node.app, factor.answerChallenge, { body: { challenge, code }, address });

describe('setting up', () => {
  it('needs the password, a secret and a first code to set up, and returns the recovery codes once', async () => {
    const { token, email } = await registerCompany(node);
    expect((await begin(token, 'wrong')).error.errors).toEqual({ password: ['Current password is incorrect'] });
    const { status, reply } = await begin(token);
    expect(status).toBe(201);
    expect(reply.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(reply.url);
    expect(url.protocol).toBe('otpauth:');
    expect(decodeURIComponent(url.pathname)).toContain(email);
    expect((await call(node.app, factor.getSecondFactor, { token })).reply.enabled).toBe(false);

    const { recovery_codes } = (await confirm(token, codeOf(reply.secret))).reply;

    expect(new Set(recovery_codes).size).toBe(10);
    // An alphabet of 32 letters: 120 bits.
    for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect((await call(node.app, factor.getSecondFactor, { token })).reply).toEqual({
      enabled: true,
      recovery_codes_left: 10,
    });
  });

  it('leaves the second step off after a wrong code', async () => {
    const { token, email } = await registerCompany(node);
    const { secret } = (await begin(token)).reply;

    const { status, error } = await confirm(token, codeOf(secret, 5));

    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {})).toEqual(['code']);
    expect((await call(node.app, auth.login, { body: { email, password: PASSWORD } })).status).toBe(200);
  });

  it('refuses the set-up without a secret and while the second step is on', async () => {
    const { token } = await registerCompany(node);
    expect((await confirm(token, '123456')).status).toBe(409);

    const owner = await withFactor();
    expect((await begin(owner.token)).status).toBe(409);
    expect((await confirm(owner.token, codeOf(owner.secret))).status).toBe(409);
  });

  it('pauses the set-up after five wrong codes', async () => {
    const { token } = await registerCompany(node);
    const { secret } = (await begin(token)).reply;
    for (let wrong = 0; wrong < 5; wrong++) expect((await confirm(token, codeOf(secret, 5))).status).toBe(422);

    expect((await confirm(token, codeOf(secret))).status).toBe(429);
    expect((await call(node.app, factor.getSecondFactor, { token })).reply.enabled).toBe(false);
  });

  it('does not confirm a secret that replaces the checked one meanwhile', async () => {
    const ida = await addInterviewer(node, await registerCompany(node));
    const { secret } = (await begin(ida.token)).reply;
    const { db, vault } = node.ctx;
    const replaced = vault.seal(new Secret({ size: 20 }).base32);
    const commit = await holdTransaction(db, (trx) => factors.upsertSecret(trx, ida.userId, replaced));

    const confirming = confirm(ida.token, codeOf(secret));
    await untilBlocked(db);
    await commit();

    const { status, error } = await confirming;
    expect([status, error.message]).toEqual([409, 'Please begin the set-up again.']);
    expect((await call(node.app, factor.getSecondFactor, { token: ida.token })).reply.enabled).toBe(false);
  });

  it('stores neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await withFactor();
    const { db } = node.ctx;
    const rows = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ]);

    expect(rows).not.toContain(secret);
    for (const code of recoveryCodes) expect(rows).not.toContain(code);
  });
});

describe('new recovery codes', () => {
  const renew = (token: string, code: string, password = PASSWORD) =>
    call(node.app, factor.renewRecoveryCodes, { token, body: { password, code } });

  it('replaces the recovery codes after the password and a code', async () => {
    const owner = await withFactor();
    const code = codeOf(owner.secret);
    const body = { password: PASSWORD };
    const without = await call(node.app, factor.renewRecoveryCodes, { token: owner.token, body });
    expect(without.error.errors).toEqual({ code: ['Please enter the code from your authenticator app.'] });
    expect((await renew(owner.token, '000000')).error.errors).toEqual({
      code: ['This code is not right. Codes change every 30 seconds.'],
    });
    expect((await renew(owner.token, code, 'wrong')).error.errors).toEqual({
      password: ['Current password is incorrect'],
    });
    const before = owner.recoveryCodes[0] ?? '';

    const { recovery_codes } = (await renew(owner.token, code)).reply;

    expect(new Set([...recovery_codes, ...owner.recoveryCodes]).size).toBe(20);
    expect((await answer(await challengeOf(owner), before)).status).toBe(401);
    expect((await answer(await challengeOf(owner), recovery_codes[0] ?? '')).status).toBe(200);
    const { reply } = await call(node.app, factor.getSecondFactor, { token: owner.token });
    expect(reply).toEqual({ enabled: true, recovery_codes_left: 9 });
  });

  it('refuses new recovery codes while the second step is off', async () => {
    const other = await withFactor();
    const { token } = await registerCompany(node);
    expect((await renew(token, '123456')).status).toBe(409);
    await begin(token);
    expect((await renew(token, '123456')).status).toBe(409);
    expect((await call(node.app, factor.getSecondFactor, { token })).reply.recovery_codes_left).toBe(0);

    const own = await withFactor();
    expect((await renew(own.token, codeOf(own.secret))).status).toBe(200);

    expect((await answer(await challengeOf(other), other.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});

describe('signing in', () => {
  it('signs in with the password and then a code', async () => {
    const owner = await withFactor();
    const { status, reply } = await answer(await challengeOf(owner), codeOf(owner.secret));

    expect(status).toBe(200);
    expect(reply.company.id).toBe(owner.company.id);
    expect((await call(node.app, auth.getAccount, { token: reply.token })).status).toBe(200);
  });

  it.each([-1, 1])('accepts a code %i step off', async (steps) => {
    const owner = await withFactor();

    expect((await answer(await challengeOf(owner), codeOf(owner.secret, steps))).status).toBe(200);
  });

  it.each([-3, 3])('refuses a code %i steps off', async (steps) => {
    const owner = await withFactor();
    const { status, error } = await answer(await challengeOf(owner), codeOf(owner.secret, steps));

    expect(status).toBe(401);
    expect(error).toEqual({ message: 'This code is not right.', code: 'unauthenticated' });
  });

  it('accepts a code once for concurrent requests', async () => {
    const owner = await withFactor();
    const challenge = await challengeOf(owner);
    const code = codeOf(owner.secret);

    const answers = await Promise.all([1, 2, 3].map(() => answer(challenge, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
  });

  it('refuses a code older than a used one', async () => {
    const owner = await withFactor();
    await answer(await challengeOf(owner), codeOf(owner.secret));

    expect((await answer(await challengeOf(owner), codeOf(owner.secret, -1))).status).toBe(401);
  });

  it('accepts a recovery code once, in any spelling', async () => {
    const owner = await withFactor();
    const [code = ''] = owner.recoveryCodes;

    expect((await answer(await challengeOf(owner), ` ${code.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200);
    expect((await answer(await challengeOf(owner), code)).status).toBe(401);
    const { reply } = await call(node.app, factor.getSecondFactor, { token: owner.token });
    expect(reply.recovery_codes_left).toBe(9);
  });

  it('does not reveal the second step without the right password', async () => {
    const { email } = await withFactor();
    const { status, error } = await call(node.app, auth.login, { body: { email, password: 'wrong' } });

    expect(status).toBe(401);
    expect(error).toEqual({ message: 'Invalid email or password', code: 'unauthenticated' });
  });

  it('pauses after five wrong codes over all challenges', async () => {
    const owner = await withFactor();
    for (let wrong = 0; wrong < 5; wrong++)
      expect((await answer(await challengeOf(owner), '000000', '192.0.2.1')).status).toBe(401);

    expect((await answer(await challengeOf(owner), codeOf(owner.secret), '192.0.2.1')).status).toBe(429);
  });

  it('allows ten wrong codes from all networks together', async () => {
    const owner = await withFactor();
    const challenge = await challengeOf(owner);
    for (let wrong = 0; wrong < 10; wrong++)
      expect((await answer(challenge, '000000', `198.51.100.${wrong}`)).status).toBe(401);

    expect((await answer(challenge, '000000', '198.51.100.99')).status).toBe(429);
  });
});

describe('a challenge', () => {
  it('ends a challenge after five minutes, and when the password changes', async () => {
    const owner = await withFactor();
    const slow = await challengeOf(owner);
    later(11);
    expect((await answer(slow, codeOf(owner.secret))).status).toBe(401);

    const challenge = await challengeOf(owner);
    const body = { current_password: PASSWORD, new_password: 'another good one' };
    await call(node.app, changePassword, { token: owner.token, body });
    const { status, error } = await answer(challenge, codeOf(owner.secret));
    expect(status).toBe(401);
    expect(error.message).toBe('This took too long. Please sign in again.');
  });

  it('accepts neither a challenge as bearer token nor the reverse', async () => {
    const owner = await withFactor();
    const challenge = await challengeOf(owner);

    expect((await call(node.app, auth.getAccount, { token: challenge })).status).toBe(401);
    expect((await answer(owner.token, codeOf(owner.secret))).status).toBe(401);
  });
});

describe('switching off', () => {
  const disable = (token: string, password: string, code: string) =>
    call(node.app, factor.disableSecondFactor, { token, body: { password, code } });

  it('needs the password and a code to switch the second step off', async () => {
    const { token, email, secret } = await withFactor();
    expect((await disable(token, 'wrong', codeOf(secret))).status).toBe(422);
    expect((await disable(token, PASSWORD, '000000')).status).toBe(422);
    const body = { password: PASSWORD };
    expect((await call(node.app, factor.disableSecondFactor, { token, body })).status).toBe(422);

    expect((await disable(token, PASSWORD, codeOf(secret))).status).toBe(200);

    expect((await call(node.app, auth.login, { body: { email, password: PASSWORD } })).status).toBe(200);
    expect((await call(node.app, factor.getSecondFactor, { token })).reply).toEqual({
      enabled: false,
      recovery_codes_left: 0,
    });
  });

  it('leaves another company’s user unchanged', async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    expect((await disable(one.token, PASSWORD, codeOf(one.secret))).status).toBe(200);

    expect((await call(node.app, factor.getSecondFactor, { token: other.token })).reply.enabled).toBe(true);
  });

  it('pauses switching off after wrong passwords', async () => {
    const { token, secret } = await withFactor();
    for (let wrong = 0; wrong < 5; wrong++) await disable(token, 'wrong', codeOf(secret));

    expect((await disable(token, PASSWORD, codeOf(secret))).status).toBe(429);
  });
});

it('accepts a shorter recovery code of an earlier release', async () => {
  const owner = await withFactor();
  const user = await node.ctx.db.selectFrom('users').select('id').where('email', '=', owner.email).executeTakeFirst();
  const code_hash = createHash('sha256').update('abcdefghijkmnpqr').digest('base64url');
  await node.ctx.db
    .insertInto('recovery_codes')
    .values({ user_id: user?.id ?? '', code_hash })
    .execute();

  expect((await answer(await challengeOf(owner), 'abcd-efgh-ijkm-npqr')).status).toBe(200);
  expect((await answer(await challengeOf(owner), 'abcd-efgh-ijkm-npqr')).status).toBe(401);
});

it('gives an interviewer a second step of their own', async () => {
  const owner = await registerCompany(node);
  const ida = await addInterviewer(node, owner);
  const { secret } = (await begin(ida.token)).reply;
  expect((await confirm(ida.token, codeOf(secret))).status).toBe(200);
  later(2);

  expect((await answer(await challengeOf(ida), codeOf(secret))).reply.user?.id).toBe(ida.userId);
  expect((await call(node.app, factor.getSecondFactor, { token: owner.token })).reply.enabled).toBe(false);
  expect((await call(node.app, auth.login, { body: { email: owner.email, password: PASSWORD } })).status).toBe(200);
});
