import { randomUUID } from 'node:crypto';
import * as auth from '@cip/contracts/accounts/auth';
import { reauthenticate, undoEmailChange } from '@cip/contracts/accounts/auth-recovery';
import { forgotPassword, resetPassword } from '@cip/contracts/accounts/auth-reset';
import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { changePassword, updateCompanyProfile } from '@cip/contracts/accounts/company';
import { createInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  newEmail,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
  type SignedIn,
} from '../../../testing/builders.ts';
import { untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { call } from '../../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import type { Received } from '../../../testing/mails/mailbox.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { until } from '../../../testing/until.ts';
import { lockCompany } from '../company/company.repository.ts';

const NEXT = 'another good password';

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ listen: true, env: { RATE_LIMITS: 'on' } });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

const changeEmail = ({ token }: { token: string }, email: string) =>
  call(node.app, updateCompanyProfile, { token, body: { name: 'Acme', email } });
const changed = ({ raw }: Received) => raw.includes('Subject: The e-mail address of your account was changed');
const undoTokenIn = ({ text }: Received) =>
  /^https:\/\/interviews\.example\/undo-email-change#([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';

/** Changes the e-mail; resolves to the token of the undo link, which goes to the previous address. */
async function changeWithLink(from: SignedIn, email: string): Promise<string> {
  const mail = mailbox.next(from.email, changed);
  expect((await changeEmail(from, email)).status).toBe(200);
  return undoTokenIn(await mail);
}

let lastNetwork = 0;
const undo = (token: string) =>
  call(node.app, undoEmailChange, { body: { token }, address: `198.51.100.${++lastNetwork}` });
const reset = async (token: string, password = NEXT) =>
  (await call(node.app, resetPassword, { body: { token, password } })).status;
const statusOf = async ({ token }: { token: string }) => (await call(node.app, auth.getAccount, { token })).status;
const signInStatus = async (email: string, password: string) =>
  (await call(node.app, auth.login, { body: { email, password } })).status;

/** Sets the age of every sign-in of an account. */
async function age({ email }: SignedIn, minutes: number): Promise<void> {
  const moment = new Date(Date.now() - minutes * 60_000).toISOString();
  const { db } = node.ctx;
  await db
    .updateTable('auth_sessions')
    .set({ authenticated_at: moment })
    .where('user_id', 'in', db.selectFrom('users').select('id').where('email', '=', email))
    .execute();
}

async function resetTokenFor(email: string): Promise<string> {
  const mail = mailbox.next(email, ({ raw }) => raw.includes('Subject: Choose a new password'));
  await call(node.app, forgotPassword, { body: { email }, address: `192.0.2.${++lastNetwork}` });
  return /#([\w-]{43})/.exec((await mail).text)?.[1] ?? '';
}

describe('a stolen bearer', () => {
  it('refuses an e-mail change with a bearer older than 15 minutes', async () => {
    const owner = await registerCompany(node);
    await age(owner, 15);

    const { status, error } = await changeEmail(owner, newEmail());

    expect(status).toBe(403);
    expect(error).toEqual({ message: 'Please confirm your password to make this change.', code: 'reauthenticate' });
    expect(await signInStatus(owner.email, PASSWORD)).toBe(200);
  });

  it('changes name and phone with an old stolen bearer', async () => {
    const owner = await registerCompany(node);
    await age(owner, 60 * 24);
    const body = { name: 'New name', email: owner.email, phone: '123' };

    expect((await call(node.app, updateCompanyProfile, { token: owner.token, body })).status).toBe(200);
  });

  it('changes only the name of an interviewer with an old stolen bearer', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    await age(owner, 15);
    const change = async (body: object) =>
      (
        await call(node.app, updateInterviewer, {
          token: owner.token,
          params: { id: ida.userId },
          body: { name: 'Ida', email: ida.email, ...body },
        })
      ).status;

    expect(await change({ email: newEmail() })).toBe(403);
    expect(await change({ password: NEXT })).toBe(403);
    expect(await change({ name: 'Ada' })).toBe(200);
    expect(await signInStatus(ida.email, PASSWORD)).toBe(200);
  });

  it('ends everything that a recent stolen bearer created when the e-mail change is undone', async () => {
    const owner = await registerCompany(node);
    const stolen = owner.token;
    const { room_code: roomCode } = await quickStart(node, owner);
    const socket = await PlainClient.join(node.url, { roomCode, userType: 'interviewer', authToken: stolen });
    const attacker = newEmail();
    const undoToken = await changeWithLink(owner, attacker);
    const resetToken = await resetTokenFor(attacker);
    const other = await signIn(node, attacker);

    const { status, reply } = await undo(undoToken);

    expect(status).toBe(200);
    expect(await reset(resetToken, 'the attacker chose this')).toBe(422);
    expect([await statusOf({ token: stolen }), await statusOf(other)]).toEqual([401, 401]);
    await until('the socket to close', () => !socket.socket.connected, 2_000);
    // The old password, which the attacker may know, no longer signs in.
    expect(await signInStatus(owner.email, PASSWORD)).toBe(401);
    expect(await reset(reply.token)).toBe(200);
    expect((await signIn(node, owner.email, NEXT)).company).toMatchObject({ email: owner.email });
    expect(await signInStatus(attacker, NEXT)).toBe(401);
  });
});

describe('an undo link', () => {
  it('accepts an undo link once, and stores no token', async () => {
    const owner = await registerCompany(node);
    const token = await changeWithLink(owner, newEmail());
    const { db } = node.ctx;
    const stored = JSON.stringify([
      await db.selectFrom('email_links').selectAll().execute(),
      await db.selectFrom('mails').selectAll().execute(),
    ]);

    const statuses = (await Promise.all([undo(token), undo(token), undo(token)])).map(({ status }) => status);

    expect(stored).not.toContain(token);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(2);
  });

  it('undoes an e-mail change while the profile changes', async () => {
    const owner = await registerCompany(node);
    const token = await changeWithLink(owner, newEmail());
    const { db } = node.ctx;

    // The locks of a change of the profile, in its order.
    const { undoing } = await db.transaction().execute(async (trx) => {
      await lockCompany(trx, owner.company.id);
      const concurrent = undo(token);
      await untilBlocked(db);
      await trx.updateTable('users').set({ name: 'Ada' }).where('company_id', '=', owner.company.id).execute();
      return { undoing: concurrent };
    });

    expect((await undoing).status).toBe(200);
  });

  it('refuses an undo link after seven days', async () => {
    const owner = await registerCompany(node);
    const token = await changeWithLink(owner, newEmail());
    const { db } = node.ctx;
    const [link] = await db.selectFrom('email_links').selectAll().where('email', '=', owner.email).execute();
    const days = (Date.parse(link?.expires_at ?? '') - Date.parse(link?.created_at ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(7, 3);
    await db.updateTable('email_links').set({ expires_at: '2020-01-01T00:00:00Z' }).execute();

    expect((await undo(token)).error.errors).toEqual({
      token: ['This link no longer works. It works once, and for 7 days.'],
    });
  });

  it('keeps an undo link through later changes, and ends their links', async () => {
    const owner = await registerCompany(node);
    const [first, second] = [newEmail(), newEmail()];
    const ownersLink = await changeWithLink(owner, first);
    const attackersLink = await changeWithLink({ ...owner, email: first }, second);

    expect((await undo(attackersLink)).status).toBe(200);
    const { reply } = await undo(ownersLink);
    expect(await reset(reply.token)).toBe(200);
    const again = await signIn(node, owner.email, NEXT);
    const link = await changeWithLink(again, first);
    const later = await changeWithLink({ ...again, email: first }, second);
    expect((await undo(link)).status).toBe(200);
    expect((await undo(later)).status).toBe(422);
  });

  it('keeps an undo link through a change of the password and a reset', async () => {
    const owner = await registerCompany(node);
    const attacker = newEmail();
    const link = await changeWithLink(owner, attacker);
    const body = { current_password: PASSWORD, new_password: NEXT };
    await call(node.app, changePassword, { token: owner.token, body });
    await reset(await resetTokenFor(attacker));

    expect((await undo(link)).status).toBe(200);
  });

  it('removes a second step that was set up around the change, and keeps an older one', async () => {
    for (const [days, isLeft] of [
      [0, false],
      [30, true],
    ] as const) {
      const owner = await registerCompany(node);
      await switchOn(owner);
      const since = new Date(Date.now() - days * 86_400_000).toISOString();
      const { db } = node.ctx;
      await db
        .updateTable('second_factors')
        .set({ confirmed_at: since })
        .where('user_id', 'in', db.selectFrom('users').select('id').where('email', '=', owner.email))
        .execute();
      const link = await changeWithLink(owner, newEmail());

      const { reply } = await undo(link);

      expect(await reset(reply.token)).toBe(200);
      expect(await signInStatus(owner.email, NEXT)).toBe(isLeft ? 403 : 200);
    }
  });

  it('reserves the address of an undo link against registrations meanwhile', async () => {
    const owner = await registerCompany(node);
    const stranger = await registerCompany(node);
    const link = await changeWithLink(owner, newEmail());
    const taken = { email: ['This email is already registered'] };
    const person = { name: 'Ida', email: owner.email.toUpperCase(), password: PASSWORD };

    const registered = await call(node.app, auth.register, { body: { ...person, password_confirmation: PASSWORD } });
    const added = await call(node.app, createInterviewer, { token: owner.token, body: person });
    const moved = await changeEmail(stranger, owner.email);

    expect([registered, added, moved].map(({ error }) => error.errors)).toEqual([taken, taken, taken]);
    expect((await undo(link)).status).toBe(200);
  });

  it('allows a network 20 guesses of undo links', async () => {
    const guess = async () =>
      (await call(node.app, undoEmailChange, { body: { token: 'A'.repeat(43) }, address: '203.0.113.77' })).status;
    for (let tries = 0; tries < 20; tries++) expect(await guess()).toBe(422);

    expect(await guess()).toBe(429);
  });
});

async function switchOn({ token }: SignedIn): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await call(node.app, factor.beginSecondFactor, { token, body: { password: PASSWORD } })).reply;
  const code = TOTP.generate({ secret: Secret.fromBase32(secret) });
  const { recovery_codes } = (await call(node.app, factor.confirmSecondFactor, { token, body: { code } })).reply;
  return { secret, codes: recovery_codes };
}

describe('reauthenticating', () => {
  const confirm = (token: string, body: { password: string; code?: string }) =>
    call(node.app, reauthenticate, { token, body });

  it('makes only this sign-in recent by reauthenticating', async () => {
    const owner = await registerCompany(node);
    const other = await signIn(node, owner.email);
    await age(owner, 20);

    expect((await confirm(owner.token, { password: PASSWORD })).status).toBe(200);

    expect((await changeEmail(other, newEmail())).status).toBe(403);
    expect((await changeEmail(owner, newEmail())).status).toBe(200);
  });

  it('needs the right password to reauthenticate, and pauses after five wrong ones', async () => {
    const owner = await registerCompany(node);
    await age(owner, 20);
    for (let tries = 0; tries < 5; tries++)
      expect((await confirm(owner.token, { password: randomUUID() })).error.errors).toEqual({
        password: ['Current password is incorrect'],
      });

    expect((await confirm(owner.token, { password: PASSWORD })).status).toBe(429);
    expect((await changeEmail(owner, newEmail())).status).toBe(403);
  });

  it('needs a code to reauthenticate if the second step is on', async () => {
    const owner = await registerCompany(node);
    const {
      codes: [code = ''],
    } = await switchOn(owner);
    await age(owner, 20);

    const without = await confirm(owner.token, { password: PASSWORD });
    const wrong = await confirm(owner.token, { password: PASSWORD, code: '000000' });
    const right = await confirm(owner.token, { password: PASSWORD, code });

    expect([without, wrong, right].map(({ status }) => status)).toEqual([422, 422, 200]);
    expect(without.error.errors).toEqual({ code: ['Please enter the code from your authenticator app.'] });
    expect((await changeEmail(owner, newEmail())).status).toBe(200);
  });
});
