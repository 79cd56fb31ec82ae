import { login } from '@cip/contracts/accounts/auth';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode();
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

it('mails every change of the second step, without a code or secret', async () => {
  const { token, email } = await registerCompany(node);
  const body = { password: PASSWORD };
  let codes: string[] = [];
  const mailAfter = async (act: () => Promise<{ status: number; reply: { recovery_codes?: string[] } | object }>) => {
    const mail = mailbox.next(email);
    const { status, reply } = await act();
    expect(status).toBe(200);
    if ('recovery_codes' in reply) codes = reply.recovery_codes ?? [];
    return mail;
  };
  const proof = () => ({ ...body, code: codes[0] });
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body })).reply;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });

  const on = await mailAfter(() => call(node.app, factor.confirmSecondFactor, { token, body: { code } }));
  const renewed = await mailAfter(() => call(node.app, factor.renewRecoveryCodes, { token, body: proof() }));
  const off = await mailAfter(() => call(node.app, factor.disableSecondFactor, { token, body: proof() }));

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

it('mails nothing about a refused change', async () => {
  const { token, email } = await registerCompany(node);
  const body = { password: PASSWORD };
  const wrong = { password: 'wrong' };

  expect((await call(node.app, factor.renewRecoveryCodes, { token, body })).status).toBe(409);
  expect((await call(node.app, factor.disableSecondFactor, { token, body: wrong })).status).toBe(422);
  expect((await call(node.app, factor.disableSecondFactor, { token, body })).status).toBe(200);

  expect(await node.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  expect(mailbox.received.filter(({ to }) => to.includes(email))).toEqual([]);
});

describe('wrong codes after the right password', () => {
  const withCodes = async () => {
    const { token, email } = await registerCompany(node);
    const body = { password: PASSWORD };
    const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body })).reply;
    const mail = mailbox.next(email);
    const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
    await call(node.app, factor.confirmSecondFactor, { token, body: { code } });
    await mail;
    return { token, email };
  };
  const guess = async (email: string, address: string) => {
    const { error } = await call(node.app, login, { body: { email, password: PASSWORD }, address });
    const body = { challenge: error.challenge ?? '', code: '000000' };
    return call(node.app, factor.answerChallenge, { body, address });
  };
  const toldOf = (email: string) =>
    mailbox.received.filter(({ to, raw }) => to.includes(email) && raw.includes('Subject: Wrong sign-in codes'));

  it('sends one mail after the fifth wrong code, over all networks', async () => {
    const { email } = await withCodes();
    for (let wrong = 1; wrong <= 4; wrong++) await guess(email, `198.51.100.${wrong}`);
    expect(await node.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
    const mail = mailbox.next(email);

    expect((await guess(email, '198.51.100.5')).status).toBe(401);

    expect((await mail).text).toMatch(/^https:\/\/interviews\.example\/forgot-password\r?$/m);
    for (let wrong = 6; wrong <= 10; wrong++) await guess(email, `198.51.100.${wrong}`);
    expect(await node.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
    expect(toldOf(email)).toHaveLength(1);
  });

  it('counts the wrong codes of a signed-in user too', async () => {
    const { token, email } = await withCodes();
    const mail = mailbox.next(email);
    const body = { password: PASSWORD, code: '000000' };
    for (let wrong = 0; wrong < 5; wrong++)
      expect((await call(node.app, factor.disableSecondFactor, { token, body })).status).toBe(422);

    expect((await mail).raw).toContain('Subject: Wrong sign-in codes for your account');
  });
});
