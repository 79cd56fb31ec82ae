import { deleteCompany, updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addInterviewer,
  joinAsCandidate,
  newEmail,
  newRoomCode,
  PASSWORD,
  quickStart,
  registerCompany,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { calendarOf } from '../../../testing/mails/read-calendar.ts';
import { isAccountInvitation, startMailbox, type Mailbox, type Received } from '../../../testing/mails/mailbox.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { orderWaitingMails } from './interview-mails.service.ts';
import { markHosted } from '../interviews.service.ts';

const HOUR_MS = 3_600_000;
/** A day in the future, at 9:00 UTC. */
const MOMENT = new Date(new Date(Date.now() + 30 * 24 * HOUR_MS).setUTCHours(9, 0, 0, 0)).toISOString();
/** The same as text; neither of the two time zones has daylight saving time. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(MOMENT));
const WHEN = `${DAY} at 6:00 PM GMT+9 (Asia/Tokyo)`;

// Two nodes over one Postgres and one Redis; both send e-mails.
let database: TestDatabase;
let mailbox: Mailbox;
let nodes: TestApp[];
let node: TestApp;
beforeAll(async () => {
  [database, mailbox] = await Promise.all([createTestDatabase(), startMailbox()]);
  const env = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'no-reply@interviews.example',
    PUBLIC_URL: 'https://interviews.example',
    REDIS_URL: inject('redisUrl'),
    RATE_LIMITS: 'on',
  };
  const start = () => startTestApp({ databaseUrl: database.url, env });
  node = await start();
  nodes = [node, await start()];
});
afterAll(async () => {
  await Promise.all(nodes.map((each) => each.close()));
  await mailbox.close();
  await database.drop();
});

type Planned = Partial<Record<'candidate_name' | 'candidate_email' | 'scheduled_at' | 'time_zone', string>>;

const plan = ({ token }: Pick<SignedIn, 'token'>, change: Planned = {}) =>
  call(node.app, planning.scheduleInterview, {
    token,
    body: { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at: inHours(24), ...change },
  });
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const cancel = ({ token }: SignedIn, id: string) => call(node.app, planning.cancelInterview, { token, params: { id } });

const mails = () => node.ctx.db.selectFrom('mails').select(['kind', 'interview_id', 'company_id', 'data']).execute();
const queuedFor = async (id: string) => (await mails()).filter(({ interview_id }) => interview_id === id);

/** Waits until no e-mail is due. */
async function untilSent(): Promise<void> {
  const due = () => node.ctx.db.selectFrom('mails').select('id').where('due_at', '<', inHours(0.1)).execute();
  await expect.poll(due, { timeout: 30_000 }).toEqual([]);
}

/** The e-mails to an address about interviews, without the one about a new account. */
const mailsTo = (email: string) =>
  mailbox.received.filter((mail) => mail.to.includes(email) && !isAccountInvitation(mail));
const subjectOf = ({ raw }: Received) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim();

/** Makes the queued e-mails about an interview due now. */
async function makeDue(interviewId: string): Promise<void> {
  await node.ctx.db
    .updateTable('mails')
    .set({ due_at: new Date(0).toISOString() })
    .where('interview_id', '=', interviewId)
    .execute();
}

describe('an invitation', () => {
  it('invites with the link and the time in the interviewer’s time zone', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const email = newEmail();
    const mail = mailbox.next(email);

    const { reply } = await plan(ida, { candidate_email: email, scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' });

    const { raw, text } = await mail;
    expect(raw).toContain('Subject: Your interview with Acme\r\n');
    expect(text).toContain('Hello Ada,');
    expect(text).toContain('Ida of Acme has scheduled');
    expect(text).toContain(`When: ${WHEN}`);
    expect(text).toContain(`Where: https://interviews.example/codeshare/${reply.session.room_code}\n`);
    expect(raw).toContain('Content-Type: text/plain');
  });

  it('shows the time in UTC without a time zone, and refuses an unknown one', async () => {
    const owner = await registerCompany(node);
    const email = newEmail();
    const mail = mailbox.next(email);

    await plan(owner, { candidate_email: email, scheduled_at: MOMENT });

    expect((await mail).text).toContain(`When: ${DAY} at 9:00 AM UTC\n`);
    const { status, error } = await plan(owner, { candidate_email: email, time_zone: 'Mars/Olympus' });
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['time_zone']]);
  });

  it('sends an invitation once, and only if the interview has an e-mail address', async () => {
    const owner = await registerCompany(node);
    const email = newEmail();
    await plan(owner);
    const mail = mailbox.next(email);
    await plan(owner, { candidate_email: email });
    await mail;
    await untilSent();

    expect(mailsTo(email)).toHaveLength(1);
    const ours = (await mails()).filter(({ company_id }) => company_id === owner.company.id);
    expect(new Set(ours.map(({ kind }) => kind))).toEqual(new Set(['interview-reminder', 'candidate-reminder']));
  });

  it('sends an invitation again to a new address, and for no other change', async () => {
    const owner = await registerCompany(node);
    const [first, second] = [newEmail(), newEmail()];
    const firstMail = mailbox.next(first);
    const { id } = (await plan(owner, { candidate_email: first })).reply.session;
    await firstMail;
    const change = (body: object) =>
      call(node.app, interviews.changeInterview, { token: owner.token, params: { id }, body });
    const secondMail = mailbox.next(second);

    await change({ notes: 'Kind.', candidate_email: first });
    await change({ candidate_email: second });

    expect((await secondMail).text).not.toContain('Kind.');
    await untilSent();
    expect([mailsTo(first).length, mailsTo(second).length]).toEqual([2, 1]);
  });

  it('withdraws the invitation of an address that the interview no longer has', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const [wrong, right] = [newEmail(), newEmail()];
    const body = { candidate_email: wrong, scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' };
    const { id, room_code } = (await plan(owner, body)).reply.session;
    await untilSent();
    const change = (candidate_email: string | null) =>
      call(node.app, interviews.changeInterview, { token: owner.token, params: { id }, body: { candidate_email } });

    for (const [email, next] of [
      [wrong, right],
      [right, null],
    ] as const) {
      expect((await change(next)).status).toBe(200);
      await expect.poll(() => mailsTo(email).length).toBe(2);
      const [invited, withdrawn] = mailsTo(email);
      if (!invited || !withdrawn) throw new Error(`One e-mail to ${email} is missing.`);
      expect(subjectOf(withdrawn)).toBe('Your invitation from Acme is withdrawn');
      expect(withdrawn.text).toContain(WHEN);
      for (const text of [room_code, 'Ada', right, wrong]) expect(withdrawn.text).not.toContain(text);
      const [before, after] = [calendarOf(invited), calendarOf(withdrawn)];
      expect(after).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: before.uid });
      expect(Number(after.sequence)).toBeGreaterThan(Number(before.sequence));
    }
  });

  it('withdraws nothing from an address of which only the case changes', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const email = newEmail();
    const { id } = (await plan(owner, { candidate_email: email })).reply.session;
    await untilSent();
    const body = { candidate_email: email.toUpperCase() };

    const { reply } = await call(node.app, interviews.changeInterview, { token: owner.token, params: { id }, body });

    expect(reply.session.candidate_email).toBe(email.toUpperCase());
    await untilSent();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email.toUpperCase())).toEqual([]);
  });

  it('neutralizes links and line breaks in names', async () => {
    const owner = await registerCompany(node, { name: 'www.evil.example/a?b' });
    const email = newEmail();
    const mail = mailbox.next(email);

    await plan(owner, { candidate_email: email, candidate_name: 'https://evil.example <b>x</b>' });

    const received = await mail;
    expect(received.text).toContain('Hello https: //evil. example <b>x</b>,');
    expect(received.text).toContain('www. evil. example/a?b');
    expect(received.text.match(/\S+:\/\/\S+/g)).toEqual([
      expect.stringContaining('https://interviews.example/codeshare/'),
    ]);
    expect(subjectOf(received)).toBe('Your interview with www. evil. example/a?b');
  });

  it(
    'limits invitations to 200 per company and day, but not the scheduling',
    { tags: ['long'], timeout: 60_000 },
    async () => {
      const [owner, other] = [
        await registerCompany(node, { plan: 'enterprise' }),
        await registerCompany(node, { plan: 'enterprise' }),
      ];
      const addresses = Array.from({ length: 201 }, newEmail);
      const answers = [];
      for (const candidate_email of addresses) answers.push(await plan(owner, { candidate_email }));
      const last = answers.at(-1)?.reply.session.id ?? '';
      const orders = await queuedFor(last);
      await untilSent();

      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 201 }, () => 201));
      expect(answers.map(({ reply }) => reply.unsent)).toEqual([...Array<undefined>(200), true]);
      expect(orders.map(({ kind }) => kind)).toEqual(['interview-reminder']);
      expect(addresses.flatMap(mailsTo)).toHaveLength(200);
      const email = newEmail();
      const mail = mailbox.next(email);
      await plan(other, { candidate_email: email });
      await mail;
    },
  );
});

describe('the limit of an address', () => {
  const readdress = async ({ token }: SignedIn, id: string, candidate_email: string) =>
    (await call(node.app, interviews.changeInterview, { token, params: { id }, body: { candidate_email } })).reply;

  const mailboxOf = (address: string) => address.toLowerCase().replace(/\+\d+/, '');

  it(
    'sends an address ten invitations and withdrawals a day, and cancellations as before',
    { tags: ['long'] },
    async () => {
      const owner = await registerCompany(node, { plan: 'enterprise' });
      const [victim, other] = [newEmail(), newEmail()];
      const { id } = (await plan(owner, { candidate_email: other })).reply.session;
      const planned = (await plan(owner, { candidate_email: victim })).reply.session.id;
      await untilSent();

      const unsent = [];
      for (let n = 0; n < 12; n++) {
        // Another spelling of the same mailbox.
        const spelling = n % 2 === 0 ? victim.toUpperCase() : victim.replace('@', `+${n}@`);
        unsent.push((await readdress(owner, id, spelling)).unsent);
        await untilSent();
        await readdress(owner, id, other);
      }
      await untilSent();

      const toVictim = () => mailbox.received.filter(({ to }) => to.some((each) => mailboxOf(each) === victim));
      expect(unsent).toEqual([...Array<undefined>(5), ...Array<true>(7).fill(true)]);
      expect(toVictim()).toHaveLength(10);
      const ada = newEmail();
      const { id: real } = (await plan(owner, { candidate_email: ada })).reply.session;
      for (const each of [planned, real]) await cancel(owner, each);
      await untilSent();
      expect(toVictim().map(subjectOf).at(-1)).toBe('Your interview with Acme is cancelled');
      expect(mailsTo(ada).map(subjectOf).at(-1)).toBe('Your interview with Acme is cancelled');
    },
  );

  it('deletes the invitation that waits for an earlier address', async () => {
    const owner = await registerCompany(node);
    const { id } = (await plan(owner)).reply.session;

    // It would be composed for the last address.
    for (const email of [newEmail(), newEmail(), newEmail()]) await readdress(owner, id, email);

    const invitations = (await queuedFor(id)).filter(({ kind }) => kind === 'interview-invitation');
    expect(invitations.length).toBeLessThanOrEqual(1);
  });

  it('moves the reminder of the candidate to a new address, and counts it', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const email = newEmail();
    const plans: string[] = [];
    for (let n = 0; n < 11; n++) plans.push((await plan(owner, { scheduled_at: MOMENT })).reply.session.id);
    for (const id of plans) await readdress(owner, id, email);

    const reminded = (await mails()).flatMap(({ kind, interview_id: id }) =>
      kind === 'candidate-reminder' && id !== null ? [id] : [],
    );
    expect(plans.filter((id) => reminded.includes(id))).toEqual(plans.slice(0, 10));
  });
});

const reschedule = ({ token }: SignedIn, id: string, body: object) =>
  call(node.app, planning.changePlan, { token, params: { id }, body: { revision: 0, ...body } });

describe('the calendar of an e-mail', () => {
  it('enters, moves and cancels one event, with the interviewer as the address for answers', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const email = newEmail();
    let next = mailbox.next(email);
    const { id, room_code } = (await plan(ida, { candidate_email: email, scheduled_at: MOMENT })).reply.session;
    const received = [await next];
    next = mailbox.next(email);
    await reschedule(ida, id, { scheduled_at: MOMENT.replace('T09', 'T11'), minutes: 90 });
    received.push(await next);
    next = mailbox.next(email);
    await cancel(ida, id);
    received.push(await next);

    expect(received.map(({ parts }) => parts.replyTo)).toEqual(Array(3).fill([{ name: '', address: ida.email }]));
    const [invited, moved, cancelled] = received.map(calendarOf);
    expect(invited).toMatchObject({
      method: 'REQUEST',
      partMethod: 'REQUEST',
      fileName: 'interview.ics',
      uid: id,
      sequence: 0,
      start: MOMENT,
      end: MOMENT.replace('T09', 'T10'),
      status: 'CONFIRMED',
      title: 'Interview with Acme',
      location: `https://interviews.example/codeshare/${room_code}`,
      organizer: { name: 'Ida', address: `mailto:${ida.email}` },
      attendee: { name: 'Ada', address: `MAILTO:${email}` },
    });
    expect(moved).toMatchObject({
      method: 'REQUEST',
      partMethod: 'REQUEST',
      uid: id,
      sequence: 1,
      start: MOMENT.replace('T09', 'T11'),
      end: MOMENT.replace('T09:00', 'T12:30'),
    });
    expect(cancelled).toMatchObject({
      method: 'CANCEL',
      partMethod: 'CANCEL',
      uid: id,
      sequence: 2,
      status: 'CANCELLED',
      location: null,
      start: MOMENT.replace('T09', 'T11'),
    });
  });
});

describe('a changed plan', () => {
  it('mails a changed plan to the candidate, and moves the reminder', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const [ida, ole] = [await addInterviewer(node, owner, 'Ida'), await addInterviewer(node, owner, 'Ole')];
    const email = newEmail();
    const { id, room_code } = (await plan(ida, { candidate_email: email })).reply.session;
    await untilSent();
    const mail = mailbox.next(email);

    await reschedule(owner, id, {
      scheduled_at: MOMENT,
      time_zone: 'Asia/Tokyo',
      minutes: 90,
      interviewer_ids: [ida.userId, ole.userId],
      call_link: 'https://meet.example/abc',
    });

    const { raw, text } = await mail;
    expect(raw).toContain('Subject: New plan for your interview with Acme\r\n');
    for (const line of [
      'Ida of Acme has changed the plan',
      `When: ${WHEN}`,
      `In UTC: ${DAY} at 9:00 AM UTC`,
      'Length: 90 minutes',
      `Where: https://interviews.example/codeshare/${room_code}`,
      'Call: https://meet.example/abc',
      'With: Ida, Ole of Acme',
    ])
      expect(text).toContain(line);
    const reminders = await node.ctx.db
      .selectFrom('mails')
      .select('due_at')
      .where('interview_id', '=', id)
      .where('kind', '=', 'interview-reminder')
      .execute();
    expect(reminders).toEqual([{ due_at: MOMENT.replace('T09', 'T08') }]);
  });

  it('mails no plan that did not change, without an address, or after a cancellation', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const email = newEmail();
    const { id } = (await plan(owner, { candidate_email: email })).reply.session;
    const silent = (await plan(owner)).reply.session.id;
    await untilSent();

    await reschedule(owner, id, { minutes: 60 });
    await reschedule(owner, silent, { minutes: 90 });

    const queued = [...(await queuedFor(id)), ...(await queuedFor(silent))].map(({ kind }) => kind);
    expect(new Set(queued)).toEqual(new Set(['interview-reminder', 'candidate-reminder']));
    await reschedule(owner, id, { minutes: 90 });
    await cancel(owner, id);
    await untilSent();
    // If a node has composed the change before, the other node may overtake it.
    const sent = mailsTo(email).map(subjectOf);
    expect(sent.slice(-2)).toContain('Your interview with Acme is cancelled');
    await reschedule(owner, id, { minutes: 60 });
    await untilSent();
    expect(mailsTo(email)).toHaveLength(sent.length);
  });
});

describe('a cancellation', () => {
  it('mails a cancellation to the candidate once', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const email = newEmail();
    const { id } = (await plan(owner, { candidate_email: email, scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' })).reply
      .session;
    await untilSent();
    const mail = mailbox.next(email);

    await cancel(owner, id);
    await cancel(owner, id);

    const { raw, text } = await mail;
    expect(raw).toContain('Subject: Your interview with Acme is cancelled');
    expect(text).toContain(WHEN);
    expect(text).not.toContain('/codeshare/');
    await untilSent();
    expect(mailsTo(email)).toHaveLength(2);
  });
});

describe('a candidate’s reminder', () => {
  const dueOf = async (id: string) => {
    const query = node.ctx.db.selectFrom('mails').select('due_at').where('interview_id', '=', id);
    return (await query.where('kind', '=', 'candidate-reminder').execute()).map(({ due_at }) => due_at);
  };

  it('reminds the candidate once, a day before, of steps, interviewers and stored data', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const email = newEmail();
    const planned = { candidate_email: email, scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' };
    const { id, room_code } = (await plan(ida, planned)).reply.session;
    await untilSent();
    expect(await dueOf(id)).toEqual([new Date(Date.parse(MOMENT) - 24 * HOUR_MS).toISOString()]);
    const mail = mailbox.next(email);
    await makeDue(id);

    const { raw, text, parts } = await mail;
    expect(raw).toContain('Subject: Reminder: your interview with Acme\r\n');
    for (const line of [
      `When: ${WHEN}`,
      `Where: https://interviews.example/codeshare/${room_code}`,
      'With: Ida of Acme',
      'Camera, microphone and screen are never recorded.',
      'Try the editor before, on your device alone: https://interviews.example/try\n',
    ])
      expect(text).toContain(line);
    expect(parts.replyTo).toEqual([{ name: '', address: ida.email }]);
    await untilSent();
    expect(mailsTo(email)).toHaveLength(2);
  });

  it('moves the candidate’s reminder with the plan, and never sends it right after the invitation', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const { id } = (await plan(owner, { candidate_email: newEmail(), scheduled_at: inHours(20) })).reply.session;
    expect(Date.parse((await dueOf(id))[0] ?? '') - Date.now()).toBeCloseTo(18 * HOUR_MS, -5);
    await reschedule(owner, id, { scheduled_at: MOMENT });
    expect(await dueOf(id)).toEqual([new Date(Date.parse(MOMENT) - 24 * HOUR_MS).toISOString()]);
    const soon = await plan(owner, { candidate_email: newEmail(), scheduled_at: inHours(2.5) });
    expect(await dueOf(soon.reply.session.id)).toEqual([]);
  });

  it('sends the candidate no reminder without an address or after a cancellation', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const email = newEmail();
    const silent = (await plan(owner, { scheduled_at: MOMENT })).reply.session.id;
    const cancelled = (await plan(owner, { candidate_email: email, scheduled_at: MOMENT })).reply.session.id;
    await cancel(owner, cancelled);
    for (const id of [silent, cancelled]) await makeDue(id);
    await untilSent();
    expect(mailsTo(email).map(subjectOf)).not.toContain('Reminder: your interview with Acme');
  });
});

describe('a reminder', () => {
  /** Schedules an interview whose reminder is due now. */
  async function remindNow(by: SignedIn): Promise<string> {
    const { id } = (await plan(by, { scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' })).reply.session;
    await makeDue(id);
    return id;
  }

  it('reminds the user who scheduled it once, an hour before', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const { id, room_code } = (await plan(ida, { scheduled_at: MOMENT, time_zone: 'Asia/Tokyo' })).reply.session;
    const order = await node.ctx.db
      .selectFrom('mails')
      .select('due_at')
      .where('interview_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(order.due_at).toBe(MOMENT.replace('T09', 'T08'));
    const mail = mailbox.next(ida.email, (each) => subjectOf(each)?.startsWith('Soon:') ?? false);
    await makeDue(id);

    const { raw, text } = await mail;
    expect(raw).toContain('Subject: Soon: your interview with Ada');
    expect(text).toContain(`When: ${WHEN}`);
    // The candidate's link would open the room as a candidate.
    expect(text).toContain(`Where: https://interviews.example/editor?room=${room_code}\n`);
    expect(text).not.toContain('/codeshare/');
    await untilSent();
    expect([mailsTo(ida.email).length, mailsTo(owner.email).length]).toEqual([1, 0]);
  });

  it('reminds the owner if the interviewer was deleted', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const { id } = (await plan(ida)).reply.session;
    await call(node.app, deleteInterviewer, { token: owner.token, params: { id: ida.userId } });
    const mail = mailbox.next(owner.email);

    await makeDue(id);

    expect((await mail).raw).toContain('Soon: your interview');
    expect(mailsTo(ida.email)).toEqual([]);
  });

  it('sends no reminder within the hour, after a cancellation, or if reminders are off', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const soon = (await plan(owner, { scheduled_at: inHours(0.5) })).reply.session.id;
    expect(await queuedFor(soon)).toEqual([]);

    const cancelled = (await plan(owner)).reply.session.id;
    await cancel(owner, cancelled);
    await makeDue(cancelled);
    await untilSent();
    const body = { emailNotifications: true, sessionReminders: false, weeklyReports: false };
    await call(node.app, updateNotificationPreferences, { token: owner.token, body });
    await remindNow(owner);
    await untilSent();

    expect(mailsTo(owner.email)).toEqual([]);
  });
});

describe('queued e-mails', () => {
  it('stores no address or name in queued e-mails, and deletes them with their interview', async () => {
    const owner = await registerCompany(node);
    const email = newEmail();
    const { id } = (await plan(owner, { candidate_email: email, candidate_name: 'Grace' })).reply.session;
    const [waiting] = await queuedFor(id);
    expect(JSON.stringify(waiting)).not.toMatch(/Grace|@/);

    await call(node.app, interviews.deleteInterview, { token: owner.token, params: { id } });

    expect(await queuedFor(id)).toEqual([]);
  });

  it('deletes queued e-mails only with their own company', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    await plan(owner);
    const othersId = (await plan(other)).reply.session.id;
    const body = { password: PASSWORD, confirmation: 'Acme' };

    expect((await call(node.app, deleteCompany, { token: owner.token, body })).status).toBe(200);

    expect((await mails()).filter(({ company_id }) => company_id === owner.company.id)).toEqual([]);
    expect((await queuedFor(othersId)).map(({ kind }) => kind)).toEqual(['interview-reminder']);
  });
});

it('orders no e-mails on a node without a mailer, but schedules', async () => {
  const env = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
  const silent = await startTestApp({ env });
  try {
    const owner = await registerCompany(silent);
    const body = { room_code: newRoomCode(), candidate_name: 'Ada', candidate_email: newEmail() };
    const request = { token: owner.token, body: { ...body, scheduled_at: inHours(24) } };

    const { status, reply } = await call(silent.app, planning.scheduleInterview, request);
    const cancelled = await call(silent.app, planning.cancelInterview, {
      token: owner.token,
      params: { id: reply.session.id },
    });

    expect([status, cancelled.status]).toEqual([201, 200]);
    expect(await silent.ctx.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  } finally {
    await silent.close();
  }
});

describe('the e-mail about a waiting candidate', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  /** Starts an interview with a waiting room and a candidate who has waited for `minutes`. */
  async function startAsking(minutes: number) {
    const owner = await registerCompany(node, { plan: 'enterprise', name: 'Acme' });
    const { id, room_code: roomCode } = await quickStart(node, owner);
    const { db } = node.ctx;
    await db.updateTable('interviews').set({ asks_before_admitting: true }).where('id', '=', id).execute();
    await joinAsCandidate(node, roomCode, 'Ada');
    const since = { admission_since: minutesAgo(minutes) };
    await db.updateTable('candidates').set(since).where('interview_id', '=', id).execute();
    return { owner, id, roomCode };
  }

  const order = (...started: { id: string }[]) =>
    orderWaitingMails(
      node.ctx,
      started.map(({ id }) => id),
    );

  it('mails the interviewer once if a candidate waits and no one was in the room for three minutes', async () => {
    const { owner, id, roomCode } = await startAsking(4);
    const unasked = await startAsking(4);
    const mail = mailbox.next(owner.email);

    await Promise.all([order({ id }), order({ id })]);

    const { raw, text } = await mail;
    expect(raw).toContain('Subject: Ada is waiting for you\r\n');
    expect(text).toContain(`https://interviews.example/editor?room=${roomCode}`);
    await order({ id });
    await untilSent();
    expect(mailsTo(owner.email)).toHaveLength(1);
    expect(mailsTo(unasked.owner.email)).toEqual([]);
  });

  it('sends no mail after a shorter wait, or if an interviewer was just in the room', async () => {
    const [early, hosted, left] = [await startAsking(2), await startAsking(4), await startAsking(4)];
    await markHosted(node.ctx.db, [hosted.id]);
    await markHosted(node.ctx.db, [left.id]);
    const longAgo = { interviewer_at: minutesAgo(4) };
    await node.ctx.db.updateTable('room_occupancy').set(longAgo).where('interview_id', '=', left.id).execute();
    const mail = mailbox.next(left.owner.email);

    await order(early, hosted, left);

    await mail;
    await untilSent();
    expect([early, hosted].flatMap(({ owner }) => mailsTo(owner.email))).toEqual([]);
  });
});
