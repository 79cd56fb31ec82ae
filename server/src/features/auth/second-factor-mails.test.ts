import * as factor from '@cip/contracts/auth-second-factor';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { startMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let mailbox: Mailbox;
let node: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  node = await startTestApp({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://interviews.example' } });
});
afterAll(async () => {
  await node.close();
  await mailbox.close();
});

it('the owner is told of every change of the second step, without a code or secret', async () => {
  const { token, email } = await registerCompany(node);
  const body = { password: PASSWORD };
  const told = async (act: () => Promise<{ status: number }>) => {
    const mail = mailbox.next(email);
    expect((await act()).status).toBe(200);
    return mail;
  };
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body })).reply;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });

  const on = await told(() => call(node.app, factor.confirmSecondFactor, { token, body: { code } }));
  const renewed = await told(() => call(node.app, factor.renewRecoveryCodes, { token, body }));
  const off = await told(() => call(node.app, factor.disableSecondFactor, { token, body }));

  const mails = [on, renewed, off];
  expect(mails.map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1])).toEqual([
    'Two-step sign-in is on',
    'New recovery codes',
    'Two-step sign-in is off',
  ]);
  for (const { text } of mails) {
    expect(text).toMatch(/^https:\/\/interviews\.example\/forgot-password\r?$/m);
    expect(text).not.toMatch(/([a-z2-9]{4}-){3}|\b\d{6}\b/);
    expect(text).not.toContain(secret);
  }
});

it('is told of nothing that did not happen', async () => {
  const { token, email } = await registerCompany(node);
  const body = { password: PASSWORD };
  const wrong = { password: 'wrong' };

  expect((await call(node.app, factor.renewRecoveryCodes, { token, body })).status).toBe(409);
  expect((await call(node.app, factor.disableSecondFactor, { token, body: wrong })).status).toBe(422);
  expect((await call(node.app, factor.disableSecondFactor, { token, body })).status).toBe(200);

  expect(await node.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  expect(mailbox.received.filter(({ to }) => to.includes(email))).toEqual([]);
});
