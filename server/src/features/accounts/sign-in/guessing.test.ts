import argon2 from '@node-rs/argon2';
import * as auth from '@cip/contracts/accounts/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newEmail, PASSWORD, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const hashed = vi.spyOn(argon2, 'verify');
let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } });
});
afterAll(async () => {
  hashed.mockRestore();
  await node.close();
});
beforeEach(() => void hashed.mockClear());

interface From {
  address?: string;
  headers?: Record<string, string>;
}

const signIn = (email: string, password: string, from: From = {}) =>
  call(node.app, auth.login, { body: { email, password }, ...from });

const failTimes = async (times: number, email: string, from: From) => {
  for (let time = 0; time < times; time++) await signIn(email, 'wrong', from);
};

describe('a failed sign-in', () => {
  const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

  it('does the same work for an unknown e-mail as for a wrong password', async () => {
    const strong = await startTestApp({ env: { PASSWORD_HASHING: 'strong' } });
    onTestFinished(() => strong.close());
    const { email } = await registerCompany(strong);
    const fail = (who: string) => call(strong.app, auth.login, { body: { email: who, password: 'wrong' } });

    await fail(email);
    expect(hashed.mock.calls).toEqual([[expect.stringMatching(COST), 'wrong']]);

    hashed.mockClear();
    await fail(newEmail());
    expect(hashed.mock.calls).toEqual([[expect.stringMatching(COST), 'wrong']]);
  });

  it('hashes no password once sign-ins are refused', async () => {
    const email = newEmail();
    await failTimes(7, email, { address: '192.0.2.2' });

    expect(hashed).toHaveBeenCalledTimes(5);
  });
});

describe('counted guesses', () => {
  it('counts guesses for a whole IPv6 /64, and not for the next', async () => {
    const email = newEmail();
    for (let host = 1; host <= 5; host++) await signIn(email, 'wrong', { address: `2001:db8:0:1::${host}` });

    expect((await signIn(email, 'wrong', { address: '2001:db8:0:1:ffff::9' })).status).toBe(429);
    expect((await signIn(email, 'wrong', { address: '2001:db8:0:2::1' })).status).toBe(401);
  });

  it('counts guesses by the connection’s address, not by a forged forwarding header', async () => {
    const email = newEmail();
    const claiming = (last: number) => ({ address: '198.51.100.1', headers: { 'x-forwarded-for': `192.0.2.${last}` } });
    for (let last = 1; last <= 5; last++) await signIn(email, 'wrong', claiming(last));

    expect((await signIn(email, 'wrong', claiming(6))).status).toBe(429);
  });

  it('counts guesses by the address that a trusted proxy adds, not by earlier entries', async () => {
    const email = newEmail();
    const through = (claimed: string) => ({ headers: { 'x-forwarded-for': `${claimed}, 203.0.113.9` } });
    for (let last = 1; last <= 5; last++) await signIn(email, 'wrong', through(`192.0.2.${last}`));

    expect((await signIn(email, 'wrong', through('192.0.2.6'))).status).toBe(429);
    expect((await signIn(email, 'wrong', { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(401);
  });
});

describe('an attack from many networks', () => {
  const attack = async (email: string) => {
    for (let last = 1; last <= 4; last++) await failTimes(5, email, { address: `198.51.100.${last}` });
  };

  it('refuses guesses after twenty over all networks', async () => {
    const { email } = await registerCompany(node);
    await attack(email);

    const { status, error } = await signIn(email, PASSWORD, { address: '198.51.100.99' });

    expect(status).toBe(429);
    expect(error.code).toBe('too_many_requests');
  });

  it('refuses guesses in the same way for an unknown e-mail', async () => {
    const email = newEmail();
    await attack(email);

    expect((await signIn(email, PASSWORD, { address: '198.51.100.99' })).status).toBe(429);
  });

  it('does not lock the owner out on a network or a device they use', async () => {
    const { email } = await registerCompany(node);
    const home = await signIn(email, PASSWORD, { address: '203.0.113.1' });
    const cookie = String(home.headers['set-cookie']).split(';')[0] ?? '';
    await attack(email);

    expect((await signIn(email, PASSWORD, { address: '203.0.113.1' })).status).toBe(200);
    expect((await signIn(email, PASSWORD, { address: '192.0.2.77', headers: { cookie } })).status).toBe(200);
  });

  it('keeps the owner’s device signing in if guesses come from their own network', async () => {
    const { email } = await registerCompany(node);
    const { headers } = await signIn(email, PASSWORD, { address: '203.0.113.2' });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    await failTimes(6, email, { address: '203.0.113.2' });

    expect((await signIn(email, PASSWORD, { address: '203.0.113.2' })).status).toBe(429);
    expect((await signIn(email, PASSWORD, { address: '203.0.113.2', headers: { cookie } })).status).toBe(200);
  });
});

describe('password spraying from one network', () => {
  const spray = async (address: string) => {
    const statuses: number[] = [];
    for (let account = 1; account <= 31; account++)
      statuses.push((await signIn(newEmail(), 'Summer2026', { address })).status);
    return statuses;
  };

  it('refuses a network after thirty wrong passwords over all accounts', async () => {
    const statuses = await spray('198.51.100.200');

    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true);
    expect(statuses[30]).toBe(429);
  });

  it('keeps a known device signing in on a network that sprays passwords', async () => {
    const { email } = await registerCompany(node);
    const { headers } = await signIn(email, PASSWORD, { address: '203.0.113.7' });
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    await spray('198.51.100.201');

    const known = await signIn(email, PASSWORD, { address: '198.51.100.201', headers: { cookie } });

    expect(known.status).toBe(200);
  });

  it('does not count successful sign-ins of a network', async () => {
    const { email } = await registerCompany(node);
    for (let time = 1; time <= 31; time++) await signIn(email, PASSWORD, { address: '198.51.100.202' });

    expect((await signIn(newEmail(), 'wrong', { address: '198.51.100.202' })).status).toBe(401);
  });
});

describe('the device cookie', () => {
  const cookieOf = async () => {
    const { email } = await registerCompany(node);
    const { headers } = await signIn(email, PASSWORD);
    return { email, cookie: String(headers['set-cookie']) };
  };

  it('hides the device cookie from scripts and other sites', async () => {
    expect((await cookieOf()).cookie).toMatch(
      /^device=[\w.-]+; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Strict$/,
    );
  });

  it('gives the device cookie the __Host- prefix over TLS', async () => {
    const secure = await startTestApp({ env: { PUBLIC_URL: 'https://interviews.example', RATE_LIMITS: 'on' } });
    const { email } = await registerCompany(secure);
    const logIn = (password: string, headers = {}) =>
      call(secure.app, auth.login, { body: { email, password }, headers });
    const cookie = String((await logIn(PASSWORD)).headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    // It makes the device known, so it can sign in while strangers are paused.
    for (let nth = 0; nth < 5; nth++) await logIn('a wrong password');
    const [own = ''] = cookie.split(';');
    expect((await logIn(PASSWORD, { cookie: own.replace('__Host-', '') })).status).toBe(429);
    expect((await logIn(PASSWORD, { cookie: own })).status).toBe(200);
    await secure.close();
  });

  it('allows a known device five guesses of its own', async () => {
    const { email, cookie } = await cookieOf();
    await failTimes(5, email, { address: '192.0.2.20', headers: { cookie: cookie.split(';')[0] ?? '' } });

    const paused = await signIn(email, PASSWORD, { address: '192.0.2.21', headers: { cookie } });

    expect(paused.status).toBe(429);
  });

  it('refuses a device cookie for another account and as a bearer token', async () => {
    const { cookie } = await cookieOf();
    const { email } = await registerCompany(node);
    const token = /device=([\w.-]+)/.exec(cookie)?.[1] ?? '';
    await failTimes(5, email, { address: '192.0.2.30' });

    expect((await signIn(email, PASSWORD, { address: '192.0.2.30', headers: { cookie } })).status).toBe(429);
    expect((await call(node.app, auth.getAccount, { token })).status).toBe(401);
  });
});
