import { createInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { signInWithProvider } from '../../../testing/identity-provider/browser.ts';
import { startProvider, type ProviderStandIn } from '../../../testing/identity-provider/stand-in.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let provider: ProviderStandIn;
let strict: TestApp;
let trusting: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  strict = await startTestApp({ env: provider.env });
  trusting = await startTestApp({ env: { ...provider.env, OIDC_TRUST_EMAIL: 'on' } });
});
afterAll(async () => {
  await Promise.all([strict.close(), trusting.close()]);
  await provider.close();
});

let people = 0;

/** Signs an invited interviewer in for the first time, with these claims besides the e-mail; returns the status. */
async function firstSignIn(node: TestApp, claims: { email_verified?: unknown }): Promise<number> {
  const owner = await registerCompany(node);
  const email = newEmail();
  await call(node.app, createInterviewer, { token: owner.token, body: { name: 'Ada', email } });
  provider.person = { sub: `silent-${people++}`, email, name: 'Ada', ...claims };
  return (await signInWithProvider(node)).status;
}

it('refuses an e-mail whose confirmation the provider does not mention, and says whom to ask', async () => {
  expect(await firstSignIn(strict, {})).toBe(403);
  const { error } = await signInWithProvider(strict);
  expect(error.message).toMatch(/does not say whether your e-mail address is confirmed\. Ask the operator/);
});

it('links and signs in such a person if the operator trusts the provider’s e-mails', async () => {
  expect(await firstSignIn(trusting, {})).toBe(200);
  // From now on by issuer and subject, whatever the e-mail is.
  provider.person = { ...provider.person, email: newEmail() };
  expect((await signInWithProvider(trusting)).status).toBe(200);
});

it('accepts a confirmation in words only if the operator trusts the e-mails', async () => {
  expect(await firstSignIn(trusting, { email_verified: 'true' })).toBe(200);
  expect(await firstSignIn(strict, { email_verified: 'true' })).toBe(403);
});

it.each([false, null, 'false', 'yes', '', 1])(
  'refuses an e-mail with email_verified %j in both modes',
  async (claim) => {
    expect(await firstSignIn(strict, { email_verified: claim })).toBe(403);
    expect(await firstSignIn(trusting, { email_verified: claim })).toBe(403);
  },
);
