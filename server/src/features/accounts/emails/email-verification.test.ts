import { getAccount } from '@cip/contracts/accounts/auth';
import { sendVerification, undoEmailChange, verifyEmail } from '@cip/contracts/accounts/auth-recovery';
import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newEmail, newRoomCode, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { call } from '../../../testing/http/call.ts';
import { countRows, hasChanged } from '../../../platform/database/endings.ts';
import { TooManyFailures } from '../../../platform/redis/failure-limit.ts';
import { startMailNode, type MailNode } from '../../../testing/mails/mail-node.ts';
import type { Received } from '../../../testing/mails/mailbox.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { lockCompany } from '../company/company.repository.ts';
import { deleteLinks } from '../records/email-links.repository.ts';
import { findOwner } from '../records/users.repository.ts';

const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode({ env: { ...PRODUCTION, RATE_LIMITS: 'on' } });
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

const isVerification = ({ raw }: Received) => raw.includes('Subject: Confirm your e-mail address');
const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to.includes(email));
const tokenIn = ({ text }: Pick<Received, 'text'>) =>
  /^https:\/\/interviews\.example\/\S+#([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';
const verify = async (token: string) => (await call(node.app, verifyEmail, { body: { token } })).status;
const isVerified = async ({ token }: SignedIn) =>
  (await call(node.app, getAccount, { token })).reply.company.email_verified;

/** Waits until every due mail has been sent. */
async function settle(): Promise<void> {
  const due = () => node.ctx.db.selectFrom('mails').select('id').where('due_at', '<', inAnHour()).execute();
  while ((await due()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function register(): Promise<SignedIn & { link: string }> {
  const owner = await registerCompany(node);
  await settle();
  const mail = mailsTo(owner.email).find(isVerification);
  return { ...owner, link: mail ? tokenIn(mail) : '' };
}

async function plan({ token }: SignedIn, candidate_email: string | null, interviewer_ids?: string[]) {
  const scheduled_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const request = { room_code: newRoomCode(), candidate_name: 'Ada', candidate_email, scheduled_at };
  const body = { ...request, ...(interviewer_ids && { interviewer_ids }) };
  const { status, reply } = await call(node.app, planning.scheduleInterview, { token, body });
  expect(status).toBe(201);
  return reply.session;
}

const changeEmail = ({ token }: SignedIn, email: string) =>
  call(node.app, updateCompanyProfile, { token, body: { name: 'Acme', email } });

describe('invitations in production', () => {
  it('holds an invitation until the e-mail is verified, then sends it once', async () => {
    const owner = await register();
    expect(await isVerified(owner)).toBe(false);
    const [candidate, other] = [newEmail(), newEmail()];
    const { id } = await plan(owner, candidate);
    await call(node.app, interviews.changeInterview, {
      token: owner.token,
      params: { id },
      body: { candidate_email: other },
    });
    await settle();
    expect([...mailsTo(candidate), ...mailsTo(other)]).toEqual([]);

    expect(await verify(owner.link)).toBe(200);

    await settle();
    expect(mailsTo(candidate)).toEqual([]);
    expect(mailsTo(other).map(({ raw }) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1])).toEqual([
      expect.stringContaining('Acme'),
    ]);
    expect(await isVerified(owner)).toBe(true);
    const later = newEmail();
    await plan(owner, later);
    await settle();
    expect(mailsTo(later)).toHaveLength(1);
  });

  it('sends no mail if an interview is cancelled while its invitation is held', async () => {
    const owner = await register();
    const candidate = newEmail();
    const { id } = await plan(owner, candidate);
    await call(node.app, planning.cancelInterview, { token: owner.token, params: { id } });

    expect(await verify(owner.link)).toBe(200);

    await settle();
    expect(mailsTo(candidate)).toEqual([]);
  });

  it('drops a held invitation of a past interview, and sends one to a running interview', async () => {
    const owner = await register();
    const [late, past] = [newEmail(), newEmail()];
    for (const [candidate, minutes] of [
      [late, 59],
      [past, 61],
    ] as const) {
      const { id } = await plan(owner, candidate);
      const begun = { scheduled_at: new Date(Date.now() - minutes * 60_000).toISOString(), minutes: 60 };
      await node.ctx.db.updateTable('interviews').set(begun).where('id', '=', id).execute();
    }

    expect(await verify(owner.link)).toBe(200);

    await settle();
    expect([mailsTo(late).length, mailsTo(past).length]).toEqual([1, 0]);
  });

  it('mails a cancellation after a sent invitation, even if a new e-mail is unverified', async () => {
    const owner = await register();
    await verify(owner.link);
    const candidate = newEmail();
    const { id } = await plan(owner, candidate);
    await settle();
    await changeEmail(owner, newEmail());
    expect(await isVerified(owner)).toBe(false);

    await call(node.app, planning.cancelInterview, { token: owner.token, params: { id } });

    await settle();
    expect(mailsTo(candidate)).toHaveLength(2);
  });

  it('sends held invitations if the change of the e-mail is undone', async () => {
    const owner = await register();
    await verify(owner.link);
    await changeEmail(owner, newEmail());
    const candidate = newEmail();
    await plan(owner, candidate);
    await settle();
    expect(mailsTo(candidate)).toEqual([]);
    const undoLink = mailsTo(owner.email).findLast(({ text }) => text.includes('/undo-email-change#'));

    const { status } = await call(node.app, undoEmailChange, { body: { token: tokenIn(undoLink ?? { text: '' }) } });

    expect(status).toBe(200);
    await settle();
    expect(mailsTo(candidate)).toHaveLength(1);
  });

  it('tells an invited colleague of changes while the invitation of another address is held', async () => {
    const owner = await register();
    await verify(owner.link);
    const ben = await addInterviewer(node, owner, 'Ben');
    const { id } = await plan(owner, newEmail(), [ben.userId]);
    await settle();
    const before = mailsTo(ben.email).length;
    await changeEmail(owner, newEmail());
    const session = { token: owner.token, params: { id } };
    const corrected = newEmail();
    const body = { candidate_email: corrected };
    const changed = await call(node.app, interviews.changeInterview, { ...session, body });
    const { plan_revision: revision } = changed.reply.session;

    const scheduled_at = new Date(Date.now() + 31 * 86_400_000).toISOString();
    const moved = await call(node.app, planning.changePlan, { ...session, body: { revision, scheduled_at } });
    expect(moved.status).toBe(200);
    await settle();
    expect(mailsTo(ben.email)).toHaveLength(before + 1);
    await call(node.app, planning.cancelInterview, session);

    await settle();
    expect(mailsTo(ben.email)).toHaveLength(before + 2);
    expect(mailsTo(corrected)).toEqual([]);
  });

  it('reminds no interviewer whose invitation is held', async () => {
    const owner = await register();
    const ben = await addInterviewer(node, owner, 'Ben');
    const { id } = await plan(owner, null, [ben.userId]);
    const reminders = node.ctx.db.updateTable('mails').where('kind', '=', 'interview-reminder');

    const due = new Date().toISOString();
    expect(await reminders.where('interview_id', '=', id).set({ due_at: due }).$call(hasChanged)).toBe(true);

    await settle();
    expect(mailsTo(ben.email)).toEqual([]);
  });

  it('limits the reminders of a company for plans that change again and again', async () => {
    const owner = await register();
    const { id, plan_revision: revision } = await plan(owner, null);
    const take = () => node.ctx.limits.colleagueMails.take(`interview-reminder ${owner.company.id}`);
    await expect(
      (async () => {
        for (let nth = 0; nth <= 1_000; nth++) await take();
      })(),
    ).rejects.toBeInstanceOf(TooManyFailures);
    const scheduled_at = new Date(Date.now() + 31 * 86_400_000).toISOString();
    const body = { revision, scheduled_at };

    expect((await call(node.app, planning.changePlan, { token: owner.token, params: { id }, body })).status).toBe(200);

    const mails = node.ctx.db.selectFrom('mails').where('interview_id', '=', id);
    expect(await mails.where('kind', '=', 'interview-reminder').$call(countRows)).toBe(0);
  });

  it('holds the invitation of a colleague whom a change of the plan adds', async () => {
    const owner = await register();
    const ben = await addInterviewer(node, owner, 'Ben');
    const { id, plan_revision: revision, interviewers } = await plan(owner, null);
    const body = { revision, interviewer_ids: [...interviewers.map((each) => each.id), ben.userId] };

    expect((await call(node.app, planning.changePlan, { token: owner.token, params: { id }, body })).status).toBe(200);

    await settle();
    expect(mailsTo(ben.email)).toEqual([]);
    await verify(owner.link);
    await settle();
    expect(mailsTo(ben.email)).not.toEqual([]);
  });
});

describe('a verification link', () => {
  it('accepts a verification link once, and only for the e-mail it was sent to', async () => {
    const [one, other] = [await register(), await register()];
    expect(await verify(one.link)).toBe(200);
    expect(await verify(one.link)).toBe(422);

    await changeEmail(other, newEmail());
    expect(await verify(other.link)).toBe(422);
    expect(await isVerified(other)).toBe(false);
  });

  it('sends the verification link again, ten times a day at most', async () => {
    const owner = await register();
    const again = async () => (await call(node.app, sendVerification, { token: owner.token })).status;
    const mail = mailbox.next(owner.email, isVerification);
    expect(await again()).toBe(200);
    const link = tokenIn(await mail);
    expect(await verify(owner.link)).toBe(422);
    const statuses: number[] = [];
    while (!statuses.includes(429)) statuses.push(await again());
    // The mail of the registration may count as one.
    expect(statuses.length).toBeGreaterThan(8);
    expect(statuses.length).toBeLessThan(11);
    await settle();
    expect(await verify(link)).toBe(422);
    expect(await verify(tokenIn(mailsTo(owner.email).findLast(isVerification) ?? { text: '' }))).toBe(200);

    const { status, error } = await call(node.app, sendVerification, { token: owner.token });
    expect([status, error.message]).toEqual([409, 'Your email address is confirmed already.']);
  });

  it('ends a link whose e-mail changes while it is opened', async () => {
    const owner = await register();
    const { db } = node.ctx;
    const { id: userId } = await findOwner(db, owner.company.id);

    // The locks of a change of the profile, in its order.
    const { verifying } = await db.transaction().execute(async (trx) => {
      await lockCompany(trx, owner.company.id);
      await trx.updateTable('users').set({ email: newEmail() }).where('id', '=', userId).execute();
      const concurrent = verify(owner.link);
      await untilBlocked(db);
      await deleteLinks(trx, userId, 'verify');
      return { verifying: concurrent };
    });

    expect(await verifying).toBe(422);
  });

  it('ends only the undo links to unverified addresses when an e-mail is verified', async () => {
    const undo = async (token: string) => (await call(node.app, undoEmailChange, { body: { token } })).status;
    for (const [isProven, expected] of [
      [false, 422],
      [true, 200],
    ] as const) {
      const owner = await register();
      if (isProven) await verify(owner.link);
      const to = newEmail();
      await changeEmail(owner, to);
      await settle();
      const [proof] = mailsTo(to).filter(isVerification);
      const undoLink = mailsTo(owner.email).findLast(({ text }) => text.includes('/undo-email-change#'));
      if (!proof || !undoLink) throw new Error('Both mails are there.');

      expect(await verify(tokenIn(proof))).toBe(200);

      expect(await undo(tokenIn(undoLink))).toBe(expected);
    }
  });
});

it('keeps an e-mail verified if only its case changes', async () => {
  const owner = await register();
  await verify(owner.link);

  expect((await changeEmail(owner, owner.email.toUpperCase())).status).toBe(200);

  expect(await isVerified(owner)).toBe(true);
});

it('holds no mail outside production, where every e-mail counts as verified', async () => {
  const desk = await startTestApp({ env: { SMTP_URL: mailbox.url } });
  try {
    const owner = await registerCompany(desk);
    expect(owner.company.email_verified).toBe(true);
    const body = { name: 'Acme', email: newEmail() };
    const { reply } = await call(desk.app, updateCompanyProfile, { token: owner.token, body });
    expect(reply.company.email_verified).toBe(true);
    const mail = mailbox.next(body.email);
    const request = { room_code: newRoomCode(), candidate_name: 'Ada', candidate_email: body.email };
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    await call(desk.app, planning.scheduleInterview, { token: owner.token, body: { ...request, scheduled_at } });
    expect(await mail).toBeTruthy();
  } finally {
    await desk.close();
  }
});

it('plans interviews in production without mail, and refuses to send a link', async () => {
  const silent = await startTestApp({ env: PRODUCTION });
  try {
    const owner = await registerCompany(silent);
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    const body = { room_code: newRoomCode(), candidate_name: 'Ada', candidate_email: newEmail(), scheduled_at };

    expect((await call(silent.app, planning.scheduleInterview, { token: owner.token, body })).status).toBe(201);
    expect((await call(silent.app, sendVerification, { token: owner.token })).status).toBe(503);
  } finally {
    await silent.close();
  }
});
