import { getAccount } from '@cip/contracts/accounts/auth';
import { forgotPassword } from '@cip/contracts/accounts/auth-reset';
import { sendTestMail } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../testing/mails/mail-node.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };

let sending: MailNode;
let writing: TestApp;
let silent: TestApp;

beforeAll(async () => {
  sending = await startMailNode();
  writing = await startTestApp();
  silent = await startTestApp({ env: PRODUCTION });
});
afterAll(() => Promise.all([sending.close(), writing.close(), silent.close()]));

const sendTest = (node: TestApp, { token }: { token: string }) => call(node.app, sendTestMail, { token });

it('shows with every account how e-mails are delivered', async () => {
  const nodes = { sent: sending.node, written: writing, off: silent };
  for (const [mail, node] of Object.entries(nodes)) {
    const { token, company } = await registerCompany(node);
    expect(company.mail).toBe(mail);
    expect((await call(node.app, getAccount, { token })).reply.company.mail).toBe(mail);
  }
});

it('sends a test mail to the owner', async () => {
  const owner = await registerCompany(sending.node);
  const arrives = sending.mailbox.next(owner.email);

  expect((await sendTest(sending.node, owner)).reply.message).toBe(`The test mail is sent to ${owner.email}.`);
  expect((await arrives).parts.subject).toBe('Test mail');
});

it('reports that the mail server refused the test mail', async () => {
  const owner = await registerCompany(sending.node);
  sending.mailbox.refuses = true;
  const { status, error } = await sendTest(sending.node, owner);
  sending.mailbox.refuses = false;

  expect(status).toBe(503);
  expect(error.message).toBe('The mail server refused the mail.');
});

it('reports a mail server that does not answer', async () => {
  const away = await startTestApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://interviews.example' },
  });
  const { status, error } = await sendTest(away, await registerCompany(away));
  await away.close();

  expect(status).toBe(503);
  expect(error.message).toBe('The mail server did not answer.');
});

it('reports a file if no mail server is set up', async () => {
  const { reply } = await sendTest(writing, await registerCompany(writing));

  expect(reply.message).toBe('Email is not set up here: the test mail was written to a file on the server.');
});

it('answers unavailable if no mail is sent at all', async () => {
  const { status, error } = await sendTest(silent, await registerCompany(silent));

  expect(status).toBe(503);
  expect(error.message).toBe('Email is not set up here. Please ask the operator of this service.');
});

it('lets only the owner send a test mail', async () => {
  const owner = await registerCompany(sending.node);
  const admin = await addInterviewer(sending.node, owner, 'Ada', 'admin');

  expect((await sendTest(sending.node, admin)).status).toBe(403);
});

it('promises no link for a lost password if it is a file on the server', async () => {
  const { email } = await registerCompany(writing);
  const { reply } = await call(writing.app, forgotPassword, { body: { email } });

  expect(reply.message).toBe(
    'Email is not set up here: if this email is registered, its link is in a file on the server, and works for an hour.',
  );
});
