import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as auth from '@cip/contracts/accounts/auth';
import { forgotPassword, resetPassword } from '@cip/contracts/accounts/auth-reset';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, PASSWORD, quickStart, registerCompany, signIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import { isAccountInvitation, type Received } from '../../../testing/mails/mailbox.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

const NEXT = 'another good password';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({
    listen: true,
    env: { MAIL_FROM: 'Interviews <no-reply@interviews.example>', RATE_LIMITS: 'on' },
  });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

let lastNetwork = 0;
/** Returns an address of an unused network. */
const somewhere = () => `198.51.100.${++lastNetwork}`;

const ask = (email: string, address = somewhere(), headers = {}) =>
  call(node.app, forgotPassword, { body: { email }, address, headers });
const reset = (token: string, password = NEXT, address = somewhere()) =>
  call(node.app, resetPassword, { body: { token, password }, address });
const tokenIn = ({ text }: Received) =>
  /^https:\/\/interviews\.example\/reset-password#(.{43})$/m.exec(text)?.[1] ?? '';

async function tokenFor(email: string): Promise<string> {
  const mail = mailbox.next(email, (received) => !isAccountInvitation(received));
  await ask(email);
  return tokenIn(await mail);
}

describe('requesting a new password', () => {
  it('sends a link with the configured origin, not the request’s', async () => {
    const { email } = await registerCompany(node);
    const mail = mailbox.next(email);

    const { status, reply } = await ask(email.toUpperCase(), somewhere(), { host: 'evil.example' });

    expect(status).toBe(200);
    expect(reply.message).toMatch(/^If this email is registered, a link is on its way\. It works for an hour\./);
    const { raw, text } = await mail;
    expect(raw).toContain('From: Interviews <no-reply@interviews.example>');
    expect(raw).toContain('Subject: Choose a new password');
    expect(raw).not.toContain('evil.example');
    expect(text).toMatch(/^https:\/\/interviews\.example\/reset-password#[\w-]{43}$/m);
  });

  it('returns the same after the same work for an unknown e-mail, and sends nothing', async () => {
    const [known, unknown] = [(await registerCompany(node)).email, newEmail()];
    const mail = mailbox.next(known);
    const answers = [await ask(unknown), await ask(known)];

    expect(answers[0]?.reply).toEqual(answers[1]?.reply);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // Both orders are the same; the account is looked up when the mail is composed.
    await mail;
    await until('the orders to be processed', () => mailbox.received.length > 0);
    expect(mailbox.received.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it('stores no token in the database', async () => {
    const { email } = await registerCompany(node);
    const token = await tokenFor(email);
    const { db } = node.ctx;
    const rows = [await db.selectFrom('password_resets').selectAll().execute()];
    const waiting = await db.selectFrom('mails').selectAll().execute();

    expect(JSON.stringify([rows, waiting])).not.toContain(token);
  });

  it('limits reset requests by network, and sends one address five mails at most', async () => {
    const [email, network] = [newEmail(), somewhere()];
    for (let time = 0; time < 20; time++) expect((await ask(newEmail(), network)).status).toBe(200);
    expect((await ask(newEmail(), network)).status).toBe(429);

    for (let time = 0; time < 9; time++) expect((await ask(email)).status).toBe(200);
    const orders = await node.ctx.db.selectFrom('mails').select('data').execute();
    expect(orders.filter(({ data }) => data['email'] === email).length).toBeLessThanOrEqual(5);
  });

  it.each(['a@b.co\r\nBcc: x@evil.example', 'a@b.co, x@evil.example', 'Ann <a@b.co>', 'a@b.co\0'])(
    'refuses %j',
    async (email) => {
      expect((await ask(email)).status).toBe(422);
    },
  );
});

describe('a reset', () => {
  it('sets the password, ends every sign-in with its sockets, and mails the user', async () => {
    const owner = await registerCompany(node);
    const { room_code: roomCode } = await quickStart(node, owner);
    const socket = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: owner.token });
    const token = await tokenFor(owner.email);
    const mail = mailbox.next(owner.email, ({ raw }) => raw.includes('Subject: Your password was changed'));

    expect((await reset(token)).status).toBe(200);

    expect((await call(node.app, auth.getAccount, { token: owner.token })).status).toBe(401);
    // Within two seconds, like after every end of a sign-in.
    await until('the socket to close', () => !socket.socket.connected, 2_000);
    expect((await call(node.app, auth.login, { body: { email: owner.email, password: PASSWORD } })).status).toBe(401);
    expect((await signIn(node, owner.email, NEXT)).company.id).toBe(owner.company.id);
    expect((await mail).text).toContain('https://interviews.example/forgot-password');
  });

  it('resets the password of an interviewer without changing the owner', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);

    await reset(await tokenFor(ida.email));

    expect((await signIn(node, ida.email, NEXT)).company.id).toBe(owner.company.id);
    expect((await call(node.app, auth.getAccount, { token: owner.token })).status).toBe(200);
  });

  it('resets once for concurrent requests, and ends the other links', async () => {
    const { email } = await registerCompany(node);
    const [first, second] = [await tokenFor(email), await tokenFor(email)];

    const statuses = (await Promise.all([reset(second), reset(second), reset(second)])).map(({ status }) => status);

    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(2);
    const { error } = await reset(first);
    expect(error.errors).toEqual({ token: ['This link no longer works. Please request a new one.'] });
  });

  it('refuses a reset link after an hour', async () => {
    const { email } = await registerCompany(node);
    const token = await tokenFor(email);
    const { db } = node.ctx;
    const [row] = await db.selectFrom('password_resets').select('expires_at').execute();
    expect(Date.parse(row?.expires_at ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
    await db
      .updateTable('password_resets')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .execute();

    expect((await reset(token)).status).toBe(422);
  });

  it('keeps the reset link if the new password is refused', async () => {
    const { email } = await registerCompany(node);
    const token = await tokenFor(email);

    expect((await reset(token, '123')).error.errors).toEqual({ password: ['Password must be at least 6 characters'] });
    expect((await reset(token)).status).toBe(200);
  });

  it('makes the device known after a reset, so that an attack does not lock the owner out', async () => {
    const { email } = await registerCompany(node);
    const { headers } = await reset(await tokenFor(email));
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    const guess = (address: string) => call(node.app, auth.login, { body: { email, password: 'wrong' }, address });
    for (let guesses = 0; guesses < 21; guesses++) await guess(`192.0.2.${guesses}`);

    const request = { body: { email, password: NEXT }, address: '192.0.2.99' };
    expect((await call(node.app, auth.login, request)).status).toBe(429);
    expect((await call(node.app, auth.login, { ...request, headers: { cookie } })).status).toBe(200);
  });

  it('pauses a network that guesses tokens', async () => {
    const network = somewhere();
    for (let guesses = 0; guesses < 20; guesses++)
      expect((await reset('A'.repeat(43), NEXT, network)).status).toBe(422);

    expect((await reset('A'.repeat(43), NEXT, network)).status).toBe(429);
  });
});

describe('without a mail server', () => {
  it('writes the reset mail to a file if no mail server is set up', async () => {
    const plain = await startTestApp();
    try {
      const { email } = await registerCompany(plain);
      await call(plain.app, forgotPassword, { body: { email } });
      const folder = join(plain.ctx.config.dataDir, 'outbox');
      let file: string | undefined;
      await until('a file', () => {
        void readdir(folder).then(
          ([found]) => (file = found),
          () => {},
        );
        return file;
      });
      const text = await readFile(join(folder, file ?? ''), 'utf8');
      expect(text).toContain(`To: ${email}`);
      expect(text).toMatch(/^http:\/\/localhost:3000\/reset-password#[\w-]{43}$/m);
    } finally {
      await plain.close();
    }
  });

  it('returns 503 for a reset request in production without a mail server', async () => {
    const env = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
    const production = await startTestApp({ env });
    try {
      const { status, error } = await call(production.app, forgotPassword, { body: { email: newEmail() } });
      expect(status).toBe(503);
      expect(error.message).toBe('Email is not set up here. Please ask the operator of this service.');
    } finally {
      await production.close();
    }
  });
});
