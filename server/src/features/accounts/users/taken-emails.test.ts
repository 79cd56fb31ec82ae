import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import { createInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
let taken: string;
beforeAll(async () => {
  node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  taken = (await registerCompany(node)).email;
});
afterAll(() => node.close());

const setProfile = ({ token }: SignedIn, email: string, address = '192.0.2.1') =>
  call(node.app, updateCompanyProfile, { token, address, body: { name: 'Acme', email, phone: null } });
const add = ({ token }: SignedIn, email: string, address = '192.0.2.1') =>
  call(node.app, createInterviewer, { token, address, body: { name: 'Ida', email, password: PASSWORD } });

async function times<T>(count: number, act: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let n = 0; n < count; n++) answers.push(await act());
  return answers;
}

const WAIT = { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' };

it('refuses an account any e-mail after a few taken ones, over all endpoints', async () => {
  const owner = await registerCompany(node, { plan: 'professional' });
  const address = '192.0.2.1';
  for (const { status } of await times(3, () => setProfile(owner, taken, address))) expect(status).toBe(422);
  for (const { status } of await times(2, () => setProfile(owner, taken, '192.0.2.2'))) expect(status).toBe(422);

  for (const email of [taken, newEmail()]) {
    const refused = await setProfile(owner, email, '192.0.2.3');
    expect([refused.status, refused.error]).toEqual([429, WAIT]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect((await add(owner, email)).error).toEqual(WAIT);
  }
  // An unchanged e-mail does not count as an attempt.
  expect((await setProfile(owner, owner.email.toUpperCase())).status).toBe(200);
});

it('counts adding and changing interviewers alike', async () => {
  const owner = await registerCompany(node, { plan: 'professional' });
  const ida = await addInterviewer(node, owner, 'Ida');
  const change = (email: string) =>
    call(node.app, updateInterviewer, { token: owner.token, params: { id: ida.userId }, body: { name: 'Ida', email } });
  for (const { status } of await times(3, () => add(owner, taken))) expect(status).toBe(422);
  for (const { status } of await times(2, () => change(taken))) expect(status).toBe(422);
  for (const answer of [await add(owner, newEmail()), await add(owner, taken), await change(taken)])
    expect([answer.status, answer.error]).toEqual([429, WAIT]);
});

it('does not count free e-mails', async () => {
  const owner = await registerCompany(node);
  for (const { status } of await times(8, () => setProfile(owner, newEmail()))) expect(status).toBe(200);
});

it('limits a network over many accounts', { tags: ['long'] }, async () => {
  const address = '192.0.2.9';
  const owners = await Promise.all(Array.from({ length: 5 }, () => registerCompany(node)));
  for (const owner of owners.slice(0, 4)) await times(5, () => setProfile(owner, taken, address));
  const last = owners[4] as SignedIn;
  expect((await setProfile(last, newEmail(), address)).status).toBe(429);
  expect((await setProfile(last, taken, '192.0.2.10')).status).toBe(422);
});
