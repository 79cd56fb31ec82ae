import { login } from '@cip/contracts/accounts/auth';
import { verifyEmail } from '@cip/contracts/accounts/auth-recovery';
import { resetPassword } from '@cip/contracts/accounts/auth-reset';
import { createInterviewer, deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newEmail, PASSWORD, registerCompany, signIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { isAccountInvitation, type Received } from '../../testing/mails/mailbox.ts';
import { startMailNode, type MailNode } from '../../testing/mails/mail-node.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let mail: MailNode;
let silent: TestApp;
beforeAll(async () => {
  mail = await startMailNode();
  silent = await startTestApp();
});
afterAll(() => Promise.all([mail.close(), silent.close()]));

const add = ({ app }: TestApp, { token }: { token: string }, body: object) =>
  call(app, createInterviewer, { token, body: { name: 'Ben Okafor', email: newEmail(), ...body } });
const tokenIn = ({ text }: Received) => /reset-password\?invited=yes#(.{43})$/m.exec(text)?.[1] ?? '';

it('invites a new colleague, who chooses their own password', async () => {
  const owner = await registerCompany(mail.node, { name: 'Acme' });
  const email = newEmail();
  const arrives = mail.mailbox.next(email);
  expect((await add(mail.node, owner, { email })).status).toBe(201);

  const invitation = await arrives;
  expect(invitation.parts.subject).toBe('Your account at Acme');
  expect(invitation.text).toContain('Hello Ben Okafor,');
  expect(invitation.text).toContain('Acme has given you an account');
  const refused = await call(mail.node.app, login, { body: { email, password: PASSWORD } });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  const token = tokenIn(invitation);
  expect((await call(mail.node.app, resetPassword, { body: { token, password: PASSWORD } })).status).toBe(200);
  await signIn(mail.node, email);
  const again = await call(mail.node.app, resetPassword, { body: { token, password: 'another one' } });
  expect(again.status).toBe(422);
});

it('names who added a colleague, and invites also with a password', async () => {
  const owner = await registerCompany(mail.node, { name: 'Acme' });
  const admin = newEmail();
  await add(mail.node, owner, { email: admin, name: 'Ada Roth', role: 'admin', password: PASSWORD });
  const email = newEmail();
  const arrives = mail.mailbox.next(email);
  await add(mail.node, await signIn(mail.node, admin), { email, password: PASSWORD });

  expect((await arrives).text).toContain('Ada Roth of Acme has given you an account');
  await signIn(mail.node, email);
});

it('refuses a colleague without a password where no email is sent', async () => {
  const { status, error } = await add(silent, await registerCompany(silent), {});

  expect(status).toBe(422);
  expect(error.errors).toEqual({ password: ['Password is required'] });
});

it('invites a colleague again at the corrected address', async () => {
  const owner = await registerCompany(mail.node, { name: 'Acme' });
  const [wrong, right] = [newEmail(), newEmail()];
  const first = mail.mailbox.next(wrong);
  const { user } = (await add(mail.node, owner, { email: wrong })).reply;
  const stale = tokenIn(await first);
  const arrives = mail.mailbox.next(right, isAccountInvitation);
  const change = (email: string) =>
    call(mail.node.app, updateInterviewer, {
      token: owner.token,
      params: { id: user.id },
      body: { name: user.name, email },
    });

  expect((await change(right)).status).toBe(200);

  const token = tokenIn(await arrives);
  const choose = (each: string) => call(mail.node.app, resetPassword, { body: { token: each, password: PASSWORD } });
  expect((await choose(stale)).status).toBe(422);
  expect((await choose(token)).status).toBe(200);
  await signIn(mail.node, right);
});

it('invites nobody again if only the case of an address changes, or there is a password', async () => {
  const owner = await registerCompany(mail.node);
  const email = newEmail();
  const arrives = mail.mailbox.next(email);
  const { user: invited } = (await add(mail.node, owner, { email })).reply;
  const token = tokenIn(await arrives);
  const { user: known } = (await add(mail.node, owner, { password: PASSWORD })).reply;
  const { app, ctx } = mail.node;
  const ordered = () => {
    const mails = ctx.db.selectFrom('mails').select('data').where('kind', '=', 'user-invitation');
    return mails.where('company_id', '=', owner.company.id).execute();
  };
  await expect.poll(ordered, { timeout: 30_000 }).toEqual([]);
  mail.mailbox.refuses = true;

  for (const [{ id, name }, to] of [
    [invited, email.toUpperCase()],
    [known, newEmail()],
  ] as const)
    await call(app, updateInterviewer, { token: owner.token, params: { id }, body: { name, email: to } });

  const queued = await ordered();
  mail.mailbox.refuses = false;
  expect(queued).toEqual([]);
  expect((await call(app, resetPassword, { body: { token, password: PASSWORD } })).status).toBe(200);
});

it('writes no invitation for an account that is gone', async () => {
  const owner = await registerCompany(mail.node);
  const email = newEmail();
  const { user } = (await add(mail.node, owner, { email })).reply;
  await call(mail.node.app, deleteInterviewer, { token: owner.token, params: { id: user.id } });
  const queued = () =>
    mail.node.ctx.db.selectFrom('mails').select('kind').where('company_id', '=', owner.company.id).execute();
  await expect.poll(queued, { timeout: 30_000 }).toEqual([]);

  const links = await mail.node.ctx.db.selectFrom('password_resets').select('user_id').execute();
  expect(links.map(({ user_id }) => user_id)).not.toContain(user.id);
});

it('sends invitations in production once the owner’s email is confirmed', async () => {
  const production = await startMailNode({
    env: { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' },
  });
  const { node, mailbox } = production;
  const owner = await registerCompany(node);
  const confirmation = await until('the mail to confirm', () =>
    mailbox.received.find(({ to }) => to.includes(owner.email)),
  );
  const email = newEmail();
  await add(node, owner, { email });
  const held = await node.ctx.db.selectFrom('mails').select('due_at').where('kind', '=', 'user-invitation').execute();
  const invited = mailbox.next(email);
  const [, token = ''] = /verify-email#(\S+)/.exec(confirmation.text) ?? [];
  await call(node.app, verifyEmail, { body: { token } });
  await invited;
  await production.close();

  expect(held.map(({ due_at }) => Date.parse(due_at) > Date.now() + 86_400_000)).toEqual([true]);
});
