import { randomUUID } from 'node:crypto';
import { updateCompanyProfile } from '@cip/contracts/accounts/company';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addInterviewer,
  addTemplate,
  endInterview,
  newEmail,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { findAllowed } from '../../runs/run-settings.repository.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  // Transactions that wait for each other hold more connections than other tests do.
  node = await startTestApp({ poolSizes: { rest: 6, rooms: 2, log: 2 } });
});
afterAll(() => node.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const LINK = 'https://meet.example/abc';
const NO_ACCESS = { message: 'Session not found or access denied', code: 'not_found' };

const schedule = ({ token }: SignedIn, change: Record<string, unknown> = {}) =>
  call(node.app, planning.scheduleInterview, {
    token,
    body: { room_code: newRoomCode(), candidate_name: 'Ada', scheduled_at: inHours(1), ...change },
  });
const reschedule = ({ token }: { token: string }, id: string, body: Record<string, unknown>) =>
  call(node.app, planning.changePlan, { token, params: { id }, body });
const readPublic = async (roomCode: string) =>
  (await call(node.app, publicInterviews.getPublicInterview, { params: { roomCode } })).reply.session;
const entries = ({ company }: SignedIn) =>
  node.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('company_id', '=', company.id)
    .where('action', '=', 'interview.rescheduled')
    .execute();

describe('rescheduling', () => {
  it('stores a time zone that is sent alone', async () => {
    const owner = await registerCompany(node);
    const { id } = (await schedule(owner, { time_zone: 'Asia/Tokyo' })).reply.session;
    const zone = () => node.ctx.db.selectFrom('interviews').select('time_zone').where('id', '=', id).execute();

    const { reply } = await reschedule(owner, id, { revision: 0, time_zone: 'Europe/Berlin' });

    expect(await zone()).toEqual([{ time_zone: 'Europe/Berlin' }]);
    expect(reply.session.plan_revision).toBe(1);
    const again = await reschedule(owner, id, { revision: 0, time_zone: 'Europe/Berlin' });
    expect([again.status, again.reply.session.plan_revision]).toEqual([200, 1]);
  });

  it('changes time, length, interviewers and call, and keeps the room link', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const [ida, ole] = [await addInterviewer(node, owner, 'Ida'), await addInterviewer(node, owner, 'Ole')];
    const before = (await schedule(owner)).reply.session;
    const scheduled_at = inHours(48);

    const { status, reply } = await reschedule(owner, before.id, {
      revision: 0,
      scheduled_at,
      time_zone: 'Asia/Tokyo',
      minutes: 90,
      interviewer_ids: [ole.userId, ida.userId],
      call_link: LINK,
    });

    expect(status).toBe(200);
    expect(reply.session).toMatchObject({
      room_code: before.room_code,
      status: 'scheduled',
      scheduled_at,
      minutes: 90,
      plan_revision: 1,
      call_link: LINK,
      interviewer_name: 'Ole',
      interviewers: [
        { id: ole.userId, name: 'Ole' },
        { id: ida.userId, name: 'Ida' },
      ],
    });
    expect(await readPublic(before.room_code)).toMatchObject({ scheduled_at, minutes: 90, call_link: LINK });
    expect(await entries(owner)).toEqual([
      {
        action: 'interview.rescheduled',
        details: { room_code: before.room_code, fields: ['time', 'length', 'interviewers', 'call link'] },
      },
    ]);
  });

  it('keeps absent fields, and records nothing for a repeated request', async () => {
    const owner = await registerCompany(node);
    const before = (await schedule(owner, { minutes: 30, call_link: LINK })).reply.session;
    const change = { revision: 0, minutes: 45 };

    const first = await reschedule(owner, before.id, change);
    const second = await reschedule(owner, before.id, change);

    expect(first.reply.session).toEqual({ ...before, minutes: 45, plan_revision: 1 });
    expect(second).toMatchObject({ status: 200, reply: first.reply });
    expect(await entries(owner)).toHaveLength(1);
  });

  it('refuses the change of a planner who did not see the latest plan', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const { id } = (await schedule(owner)).reply.session;

    const answers = await Promise.all([
      reschedule(owner, id, { revision: 0, minutes: 30 }),
      reschedule(ida, id, { revision: 0, minutes: 90 }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'conflict',
      message: 'Someone changed this plan in the meantime. Check it and save again.',
    });
    expect((await reschedule(owner, id, { revision: 1, minutes: 120 })).reply.session.plan_revision).toBe(2);
  });

  it('refuses the past, but changes the other fields of a late interview', async () => {
    const owner = await registerCompany(node);
    const { id } = (await schedule(owner)).reply.session;
    expect(await reschedule(owner, id, { revision: 0, scheduled_at: inHours(-1) })).toMatchObject({
      status: 422,
      error: { errors: { scheduled_at: ['Please choose a time in the future.'] } },
    });

    const late = inHours(-1);
    await node.ctx.db.updateTable('interviews').set({ scheduled_at: late }).where('id', '=', id).execute();
    const { status, reply } = await reschedule(owner, id, { revision: 0, scheduled_at: late, minutes: 30 });

    expect([status, reply.session.scheduled_at, reply.session.minutes]).toEqual([200, late, 30]);
  });

  it('refuses a change once the interview begins, ends or is cancelled', async () => {
    const owner = await registerCompany(node);
    const running = await quickStart(node, owner);
    const cancelled = (await schedule(owner)).reply.session;
    const { token } = owner;
    const reply = (await call(node.app, planning.cancelInterview, { token, params: { id: cancelled.id } })).reply;

    expect(reply.session.plan_revision).toBe(1);
    expect(await reschedule(owner, running.id, { revision: 0, minutes: 30 })).toMatchObject({
      status: 409,
      error: { code: 'conflict' },
    });
    await endInterview(node, owner, running.room_code);
    for (const { id } of [running, cancelled])
      expect(await reschedule(owner, id, { revision: 1, minutes: 30 })).toMatchObject({
        status: 409,
        error: { code: 'ended' },
      });
  });

  it('returns 404 for another company, and refuses its users as interviewers', async () => {
    const owner = await registerCompany(node);
    const other = await registerCompany(node);
    const stranger = await addInterviewer(node, other);
    const { id } = await scheduleInterview(node, owner);

    for (const wanted of [id, randomUUID(), 'no-id'])
      expect(await reschedule(other, wanted, { revision: 0, minutes: 30 })).toMatchObject({
        status: 404,
        error: NO_ACCESS,
      });
    for (const ids of [[stranger.userId], [randomUUID()]])
      expect(await reschedule(owner, id, { revision: 0, interviewer_ids: ids })).toMatchObject({
        status: 422,
        error: { errors: { interviewer_ids: ['One of these interviewers no longer has an account.'] } },
      });
  });

  it.each([
    ['minutes', 14],
    ['minutes', 241],
    ['minutes', 30.5],
    ['interviewer_ids', []],
    ['interviewer_ids', Array.from({ length: 6 }, () => randomUUID())],
    ['time_zone', 'Mars/Olympus'],
    ['scheduled_at', 'tomorrow'],
    ['status', 'active'],
  ])('refuses the %s %j', async (field, value) => {
    const owner = await registerCompany(node);
    const { id } = (await schedule(owner)).reply.session;

    const { status, error } = await reschedule(owner, id, { revision: 0, [field]: value });

    expect([status, Object.keys(error.errors ?? {}).map((name) => name.split('.')[0])]).toEqual([422, [field]]);
  });

  it('counts one account in two spellings once', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner, 'Ida');
    const ids = [ida.userId, ida.userId.toUpperCase()];

    const { status, reply } = await schedule(owner, { interviewer_ids: ids });

    expect([status, reply.session.interviewers]).toEqual([201, [{ id: ida.userId, name: 'Ida' }]]);
  });
});

describe('the template', () => {
  const NO_AI = { tools: 'no_ai', note: null } as const;
  const STRICT = {
    typing_mode: 'instant',
    allows_runs: false,
    asks_before_admitting: true,
    rule: NO_AI,
    completion: 'words',
  } as const;
  const allowsRuns = ({ id }: { id: string }) => findAllowed(node.ctx.db, id);
  /** The reminders; each change that is mailed to others orders them again. */
  const remindersOf = ({ id }: { id: string }) =>
    node.ctx.db
      .selectFrom('mails')
      .select('id')
      .where('interview_id', '=', id)
      .where('due_at', '>', inHours(1))
      .orderBy('id')
      .execute();

  it('sets the interview up by its template, writes to nobody, and records it', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const people = { interviewer_ids: [ida.userId], candidate_email: newEmail() };
    const plan = { ...people, scheduled_at: inHours(48), asks_before_admitting: false };
    const { session } = (await schedule(owner, plan)).reply;
    const reminders = await remindersOf(session);
    expect(reminders).toHaveLength(2);
    const { id: template_id, name: template_name } = await addTemplate(node, owner, STRICT);

    const { status, reply } = await reschedule(owner, session.id, { revision: 0, template_id });

    expect(status).toBe(200);
    expect(reply.session).toMatchObject({
      template_id,
      template_name,
      typing_mode: 'instant',
      asks_before_admitting: true,
      rule: NO_AI,
      completion: 'words',
      plan_revision: 1,
      scheduled_at: session.scheduled_at,
    });
    expect(await allowsRuns(session)).toBe(false);
    expect(await remindersOf(session)).toEqual(reminders);
    const [entry] = await entries(owner);
    expect(entry?.details).toEqual({ room_code: session.room_code, fields: ['template', 'rule'] });
    expect(await reschedule(owner, session.id, { revision: 0, template_id: template_id.toUpperCase() })).toMatchObject({
      status: 200,
      reply,
    });
  });

  it('takes back a template’s switches and rule, but never turns the waiting room off', async () => {
    const owner = await registerCompany(node);
    const { id: template_id } = await addTemplate(node, owner, STRICT);
    const { session } = (await schedule(owner, { template_id })).reply;
    expect(session).toMatchObject({ template_id, rule: NO_AI, completion: 'words' });

    const { reply } = await reschedule(owner, session.id, { revision: 0, template_id: null });

    expect(reply.session).toMatchObject({
      template_id: null,
      template_name: null,
      typing_mode: 'enter',
      asks_before_admitting: true,
      rule: null,
      completion: 'off',
    });
    expect(await allowsRuns(session)).toBe(true);
  });

  it('leaves a rule and a completion that somebody chose', async () => {
    const owner = await registerCompany(node);
    const [strict, plain] = [await addTemplate(node, owner, STRICT), await addTemplate(node, owner)];
    const rule = { tools: 'any_tools', note: null };
    const { session } = (await schedule(owner, { template_id: strict.id, rule, completion: 'full' })).reply;

    const { reply } = await reschedule(owner, session.id, { revision: 0, template_id: plain.id });

    expect(reply.session).toMatchObject({ rule, completion: 'full' });
  });

  it('refuses a template that is gone or another company’s, and a change over a colleague’s', async () => {
    const [owner, other] = [await registerCompany(node), await registerCompany(node)];
    const { session } = (await schedule(owner)).reply;
    for (const template_id of [randomUUID(), (await addTemplate(node, other)).id])
      expect(await reschedule(owner, session.id, { revision: 0, template_id })).toMatchObject({
        status: 422,
        error: { errors: { template_id: ['This template does not exist any more.'] } },
      });
    const mine = [await addTemplate(node, owner), await addTemplate(node, owner)];

    const answers = await Promise.all(
      mine.map(({ id: template_id }) => reschedule(owner, session.id, { revision: 0, template_id })),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('interviewers', () => {
  it('lists interviewers with the owner, for every account, by name', async () => {
    const owner = await registerCompany(node, { name: 'Zeta' });
    const ida = await addInterviewer(node, owner, 'Ida');
    await registerCompany(node, { name: 'Other' });

    const { reply } = await call(node.app, planning.listColleagues, { token: ida.token });

    expect(reply.data.map(({ name }) => name)).toEqual(['Ida', 'Zeta']);
  });

  it('removes interviewers from the plan with their account', async () => {
    const owner = await registerCompany(node, { name: 'Acme' });
    const [ida, ole] = [await addInterviewer(node, owner, 'Ida'), await addInterviewer(node, owner, 'Ole')];
    const { id, room_code } = (await schedule(owner, { interviewer_ids: [ida.userId, ole.userId] })).reply.session;

    for (const { userId } of [ida, ole])
      await call(node.app, deleteInterviewer, { token: owner.token, params: { id: userId } });

    const params = { room_code };
    const { session } = (await call(node.app, interviews.getInterviewByRoom, { token: owner.token, params })).reply;
    expect(session).toMatchObject({ id, interviewer_name: 'Ida', interviewers: [] });
  });

  it('lists interviews to interviewers who do not lead them', async () => {
    const owner = await registerCompany(node);
    const ida = await addInterviewer(node, owner);
    const { id } = (await schedule(owner)).reply.session;
    await schedule(owner);
    const [lead] = (await reschedule(owner, id, { revision: 0 })).reply.session.interviewers;
    await reschedule(owner, id, { revision: 0, interviewer_ids: [lead?.id, ida.userId] });

    const query = { interviewer_id: ida.userId };
    const { reply } = await call(node.app, interviews.listInterviews, { token: ida.token, query });

    expect(reply.data.map((session) => session.id)).toEqual([id]);
  });
});

describe('the link of a call', () => {
  it.each([
    'http://meet.example/abc',
    'javascript:alert(1)',
    'https://user:secret@meet.example/abc',
    'https://user@meet.example/abc',
    'https:meet.example/abc',
    'https:\\\\meet.example\\abc',
    'https://meet.example/a b',
    'https://meet.example/a\r\nATTENDEE:mailto:evil@example.com',
    'https://',
    `https://meet.example/${'x'.repeat(500)}`,
    `https://meet.example/${'ü'.repeat(200)}`,
    '',
  ])('refuses the link of a call: %j', async (call_link) => {
    const owner = await registerCompany(node);
    const { name, email } = owner.company;

    const planned = await schedule(owner, { call_link });
    const profile = await call(node.app, updateCompanyProfile, {
      token: owner.token,
      body: { name, email, call_link },
    });

    for (const { status, error } of [planned, profile])
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['call_link']]);
  });

  it('stores the host of a call in ASCII, so that no letter looks like another one', async () => {
    const owner = await registerCompany(node);

    const { reply } = await schedule(owner, { call_link: 'HTTPS://gооgle.example/x' });

    expect(reply.session.call_link).toBe('https://xn--ggle-55da.example/x');
  });

  it('uses the company’s call unless the planner chooses one or none, and hides it after the end', async () => {
    const owner = await registerCompany(node);
    const { name, email } = owner.company;
    const body = { name, email, call_link: LINK };
    const { reply } = await call(node.app, updateCompanyProfile, { token: owner.token, body });
    expect(reply.company.call_link).toBe(LINK);

    const room = await quickStart(node, owner);
    const links = [
      room,
      (await schedule(owner)).reply.session,
      (await schedule(owner, { call_link: null })).reply.session,
    ];

    expect(links.map(({ call_link }) => call_link)).toEqual([LINK, LINK, null]);
    expect((await readPublic(room.room_code)).call_link).toBe(LINK);
    await endInterview(node, owner, room.room_code);
    expect((await readPublic(room.room_code)).call_link).toBeNull();
  });
});

/** Longer than Postgres waits before it looks for a deadlock (ms). */
const DEADLOCK_CHECKED_MS = 1_500;

type Person = SignedIn & { userId: string };

/** Holds the row that a change of a person waits for between its locks of the person and of their interviews. */
const holdBetween = ({ company }: SignedIn, { userId }: Person) =>
  holdTransaction(node.ctx.db, async (trx) => {
    await trx.selectFrom('companies').select('id').where('id', '=', company.id).forUpdate().execute();
    await trx.selectFrom('auth_sessions').select('id').where('user_id', '=', userId).forUpdate().execute();
  });

const remove = ({ token }: SignedIn, { userId }: Person) =>
  call(node.app, deleteInterviewer, { token, params: { id: userId } });
const changeEmail = ({ token }: SignedIn, { userId }: Person) =>
  call(node.app, updateInterviewer, { token, params: { id: userId }, body: { name: 'Ida', email: newEmail() } });

describe('without a deadlock', () => {
  const CHANGES = [
    { what: 'is removed', change: remove, statuses: [200, 422] },
    { what: 'gets another e-mail than the candidate', change: changeEmail, statuses: [200] },
  ];

  /** Changes a plan and its interviewer at the same time, and lets both go on after `pauseMs`. */
  async function changeBoth({ change, statuses }: (typeof CHANGES)[number], pauseMs: number): Promise<void> {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const ida = await addInterviewer(node, owner, 'Ida');
    const email = newEmail();
    const people = { interviewer_ids: [ida.userId], candidate_email: email };
    const { id } = (await schedule(owner, people)).reply.session;
    const params = { id: ida.userId };
    await call(node.app, updateInterviewer, { token: owner.token, params, body: { name: 'Ida', email } });

    const release = await holdBetween(owner, ida);
    const changed = change(owner, ida);
    await untilBlocked(node.ctx.db, 1);
    const replanned = reschedule(owner, id, { revision: 0, minutes: 30, interviewer_ids: [ida.userId] });
    await untilBlocked(node.ctx.db, 2);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await release();

    expect((await changed).status).toBe(200);
    expect(statuses).toContain((await replanned).status);
  }

  it.each(CHANGES)('a plan changes while its interviewer $what', async (each) => {
    expect.hasAssertions();
    await changeBoth(each, 0);
  });

  // Postgres gives up the last waiter, and the pause changes which one that is.
  it.each(CHANGES)('a plan changes while its interviewer $what, after a pause', { tags: ['long'] }, async (each) => {
    expect.hasAssertions();
    await changeBoth(each, DEADLOCK_CHECKED_MS);
  });

  it('an interview is cancelled while the owner gets another e-mail than its candidate', async () => {
    const owner = await registerCompany(node);
    const { id } = (await schedule(owner, { candidate_email: owner.email })).reply.session;
    const lock = sql`select from interviews where id = ${id} for update`;

    const release = await holdTransaction(node.ctx.db, (trx) => lock.execute(trx));
    const cancelled = call(node.app, planning.cancelInterview, { token: owner.token, params: { id } });
    await untilBlocked(node.ctx.db, 1);
    const body = { name: 'Acme', email: newEmail() };
    const changed = call(node.app, updateCompanyProfile, { token: owner.token, body });
    await untilBlocked(node.ctx.db, 2);
    await release();

    expect((await Promise.all([cancelled, changed])).map(({ status }) => status)).toEqual([200, 200]);
  });
});
