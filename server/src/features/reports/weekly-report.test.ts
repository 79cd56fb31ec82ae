import { randomUUID } from 'node:crypto';
import { deleteCompany, updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { deleteInterview } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  endInterview,
  joinAsCandidate,
  PASSWORD,
  quickStart,
  registerCompany,
  scheduleInterview,
  type SignedIn,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startMailbox, type Mailbox } from '../../testing/mails/mailbox.ts';
import { enterRoomOf } from '../../testing/http/scorecards.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { orderWeeklyReports, weeklyReportMails } from './weekly-report.service.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

// Two nodes over one Postgres, which both look for unreported companies.
let database: TestDatabase;
let mailbox: Mailbox;
let nodes: TestApp[];
let node: TestApp;
beforeAll(async () => {
  [database, mailbox] = await Promise.all([createTestDatabase(), startMailbox()]);
  const env = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://interviews.example' };
  const start = () => startTestApp({ databaseUrl: database.url, env });
  node = await start();
  nodes = [node, await start()];
});
afterAll(async () => {
  await Promise.all(nodes.map((each) => each.close()));
  await mailbox.close();
  await database.drop();
});

async function wants({ token }: SignedIn, weeklyReports: boolean): Promise<void> {
  const body = { emailNotifications: true, sessionReminders: true, weeklyReports };
  expect((await call(node.app, updateNotificationPreferences, { token, body })).status).toBe(200);
}

/** Moves the dates of a company's interviews back by a week. */
async function aWeekAgo({ company: { id } }: SignedIn): Promise<void> {
  const { db } = node.ctx;
  const moment = new Date(Date.now() - WEEK_MS).toISOString();
  const ofCompany = db.selectFrom('interviews').select('id').where('company_id', '=', id);
  await db.updateTable('interview_starts').set({ started_at: moment }).where('company_id', '=', id).execute();
  await db.updateTable('candidates').set({ joined_at: moment }).where('interview_id', 'in', ofCompany).execute();
  await db
    .updateTable('interviews')
    .set({ ended_at: moment })
    .where('company_id', '=', id)
    .where('ended_at', 'is not', null)
    .execute();
}

/** Plans an interview whose time passed without a start. */
async function missedPlan(owner: SignedIn): Promise<void> {
  const { id } = await scheduleInterview(node, owner);
  const moment = new Date(Date.now() - WEEK_MS).toISOString();
  await node.ctx.db.updateTable('interviews').set({ scheduled_at: moment }).where('id', '=', id).execute();
}

/** Creates last week's interviews: three started (one deleted since), one finished, two candidates; and one planned. */
async function busyWeek(name: string): Promise<SignedIn> {
  const owner = await registerCompany(node, { plan: 'enterprise', name });
  const [one, two, three] = [
    await quickStart(node, owner),
    await quickStart(node, owner),
    await quickStart(node, owner),
  ];
  await joinAsCandidate(node, one.room_code, 'Ada');
  await joinAsCandidate(node, two.room_code, 'Grace');
  await enterRoomOf(node, one, owner);
  await endInterview(node, owner, one.room_code);
  await call(node.app, deleteInterview, { token: owner.token, params: { id: three.id } });
  await scheduleInterview(node, owner);
  await missedPlan(owner);
  await aWeekAgo(owner);
  return owner;
}

const look = () => Promise.all(nodes.flatMap(({ ctx }) => [ctx, ctx, ctx]).map((ctx) => orderWeeklyReports(ctx)));
const reportsTo = ({ email }: SignedIn) => mailbox.received.filter(({ to }) => to.includes(email));
/** Waits until only reminders are queued. */
const untilSent = () =>
  expect
    .poll(() => node.ctx.db.selectFrom('mails').select('id').where('kind', '=', 'weekly-report').execute(), {
      timeout: 10_000,
    })
    .toEqual([]);

it('reports the last week to a company with reports on, once over all nodes', async () => {
  const owner = await busyWeek('Acme');
  const other = await busyWeek('Other');
  const thisWeek = await quickStart(node, owner);
  await joinAsCandidate(node, thisWeek.room_code, 'Linus');
  await wants(owner, true);

  await look();
  await look();
  await untilSent();

  const [mail, ...more] = reportsTo(owner);
  expect([more.length, reportsTo(other).length]).toEqual([0, 0]);
  expect(mail?.raw).toContain('Subject: Your week: 3 interviews started');
  expect(mail?.text).toMatch(/^Hello Acme,\s+Your interviews from /m);
  expect(mail?.text).toContain(
    'Started: 3 interviews\nFinished: 1 interview\nJoined: 2 candidates\nScorecards still to write: 1\n',
  );
  expect(mail?.text).toContain('Planned from now on: 1 interview\n\nhttps://interviews.example/sessions\n');
  expect(mail?.text).not.toMatch(/Ada|Grace|private-room/);
  const days = /from (\w+ \d+, \d+) to (\w+ \d+, \d+) \(UTC\)/.exec(mail?.text ?? '') ?? [];
  const [from, to] = [new Date(`${days[1]} UTC`), new Date(`${days[2]} UTC`)];
  expect([from.getUTCDay(), to.getUTCDay(), to.getTime() - from.getTime()]).toEqual([1, 0, (WEEK_MS / 7) * 6]);
  expect(Date.now() - to.getTime()).toBeLessThan(WEEK_MS + WEEK_MS / 7);
});

it('counts the scorecard of an owner whose e-mail somebody entered as the candidate’s', async () => {
  const owner = await busyWeek('Acme');
  await node.ctx.db
    .updateTable('interviews')
    .set({ candidate_email: owner.email })
    .where('company_id', '=', owner.company.id)
    .execute();
  await wants(owner, true);

  await look();
  await untilSent();

  expect(reportsTo(owner)[0]?.text).toContain('Finished: 1 interview');
  expect(reportsTo(owner)[0]?.text).toContain('Scorecards still to write: 1');
});

it('reports the next week too', async () => {
  const owner = await busyWeek('Acme');
  await wants(owner, true);
  await look();
  await untilSent();
  const { db } = node.ctx;
  const before = new Date(Date.now() - WEEK_MS).toISOString();
  await db.updateTable('companies').set({ reported_until: before }).where('id', '=', owner.company.id).execute();

  await look();
  await untilSent();

  expect(reportsTo(owner)).toHaveLength(2);
});

it('composes no report for an empty week, a company with reports off, or a deleted one', async () => {
  const [busy, quiet, off] = [await busyWeek('Busy'), await registerCompany(node), await busyWeek('Off')];
  for (const owner of [busy, quiet]) await wants(owner, true);
  await wants(off, false);
  const write = weeklyReportMails(node.ctx)['weekly-report'];
  const from = new Date(Date.now() - WEEK_MS - 1_000).toISOString();

  const emails = [];
  for (const company of [busy.company.id, quiet.company.id, off.company.id, randomUUID()])
    emails.push(await write?.({ company, from }));

  expect(emails).toEqual([expect.objectContaining({ to: busy.email }), null, null, null]);
});

it('deletes a queued report with its company', async () => {
  const owner = await registerCompany(node);
  const { db, mails } = node.ctx;
  const { id } = owner.company;
  const dueAt = new Date(Date.now() + WEEK_MS).toISOString();
  await mails.order(db, { kind: 'weekly-report', data: { company: id, from: dueAt }, companyId: id, dueAt });

  const body = { password: PASSWORD, confirmation: 'Acme' };
  expect((await call(node.app, deleteCompany, { token: owner.token, body })).status).toBe(200);

  expect(await db.selectFrom('mails').select('id').where('kind', '=', 'weekly-report').execute()).toEqual([]);
});

it('marks no company as reported without mail', async () => {
  const env = { NODE_ENV: 'production', JWT_SECRET: 'q7Vd0c2mXx8rTz4LwB9sKfYpN1hJgE5u' };
  const silent = await startTestApp({ databaseUrl: database.url, env });
  try {
    const owner = await registerCompany(node);
    await wants(owner, true);
    await orderWeeklyReports(silent.ctx);
    const row = await node.ctx.db
      .selectFrom('companies')
      .select('reported_until')
      .where('id', '=', owner.company.id)
      .executeTakeFirst();
    expect(row).toEqual({ reported_until: null });
  } finally {
    await silent.close();
  }
});

it('counts and claims on the embedded database too', { tags: ['long'] }, async () => {
  const single = await startTestApp({ database: 'embedded', env: { SMTP_URL: mailbox.url } });
  try {
    const owner = await registerCompany(single);
    await quickStart(single, owner);
    const { db } = single.ctx;
    const moment = new Date(Date.now() - WEEK_MS).toISOString();
    await db.updateTable('interview_starts').set({ started_at: moment }).execute();
    const body = { emailNotifications: true, sessionReminders: true, weeklyReports: true };
    await call(single.app, updateNotificationPreferences, { token: owner.token, body });
    const report = mailbox.next(owner.email);

    await orderWeeklyReports(single.ctx);
    await orderWeeklyReports(single.ctx);

    expect((await report).text).toContain('Started: 1 interview\n');
    await expect.poll(() => db.selectFrom('mails').select('id').execute()).toEqual([]);
  } finally {
    await single.close();
  }
});
