import { updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, endInterview, quickStart, registerCompany, type SignedIn } from '../../testing/builders.ts';
import { isAccountInvitation } from '../../testing/mails/mailbox.ts';
import { call } from '../../testing/http/call.ts';
import { startMailNode, type MailNode } from '../../testing/mails/mail-node.ts';
import { enterRoomOf, submitCard } from '../../testing/http/scorecards.ts';
import { nextWorkingMorning } from './next-working-morning.ts';
import { orderReminders, reminderMails } from './reminders.service.ts';

const HOUR_MS = 3_600_000;

let world: MailNode;
let node: MailNode['node'];
let mailbox: MailNode['mailbox'];
beforeAll(async () => {
  world = await startMailNode();
  ({ node, mailbox } = world);
});
afterAll(() => world.close());

async function endedAgo(ms: number): Promise<{ owner: SignedIn; ines: SignedIn; id: string }> {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const ines = await addInterviewer(node, owner, 'Ines');
  const interview = await quickStart(node, ines);
  await enterRoomOf(node, interview, ines);
  await endInterview(node, ines, interview.room_code);
  const ended_at = new Date(Date.now() - ms).toISOString();
  await node.ctx.db.updateTable('interviews').set({ ended_at }).where('id', '=', interview.id).execute();
  return { owner, ines, id: interview.id };
}

const queued = (id: string) =>
  node.ctx.db.selectFrom('mails').select('due_at').where('interview_id', '=', id).orderBy('due_at').execute();
const mailsTo = ({ email }: SignedIn) =>
  mailbox.received.filter((mail) => mail.to.includes(email) && !isAccountInvitation(mail));

it('reminds each interviewer an hour after the end, and again on the next working morning', async () => {
  const { owner, ines, id } = await endedAgo(HOUR_MS);
  await Promise.all([orderReminders(node.ctx), orderReminders(node.ctx)]);
  await orderReminders(node.ctx);
  await expect.poll(() => mailsTo(ines).length, { timeout: 10_000 }).toBe(1);

  expect(mailsTo(ines)[0]?.text).toContain(`https://interviews.example/sessions/${id}`);
  await expect.poll(() => queued(id).then(({ length }) => length), { timeout: 10_000 }).toBe(1);
  const [second] = await queued(id);
  expect(new Date(second?.due_at ?? 0).getUTCHours()).toBe(9);
  expect(mailsTo(owner)).toEqual([]);
});

it('orders nothing before the hour, and nothing about interviews of the day before', async () => {
  const [early, old] = [await endedAgo(HOUR_MS - 60_000), await endedAgo(25 * HOUR_MS)];
  await orderReminders(node.ctx);

  expect(await queued(early.id)).toEqual([]);
  expect(await queued(old.id)).toEqual([]);
});

it('sends none for a submitted scorecard, and none if the company switched them off', async () => {
  const { owner, ines, id } = await endedAgo(HOUR_MS);
  const { db } = node.ctx;
  const user = await db.selectFrom('users').select('id').where('email', '=', ines.email).executeTakeFirstOrThrow();
  const compose = () => reminderMails(node.ctx)['scorecard-reminder']({ interview: id, user: user.id });
  const wants = (scorecardReminders?: boolean) => {
    const body = { emailNotifications: true, sessionReminders: true, weeklyReports: false, scorecardReminders };
    return call(node.app, updateNotificationPreferences, { token: owner.token, body });
  };
  expect(await compose()).toMatchObject({ to: ines.email });

  await wants(false);
  expect(await compose()).toBeNull();
  // If a client does not know the switch, it leaves it as it is.
  await wants();
  expect(await compose()).toBeNull();
  await wants(true);
  expect(await compose()).not.toBeNull();
  await submitCard(node, ines, { id }, 'Secret');
  expect(await compose()).toBeNull();
});

it.each([
  ['2026-11-24T15:00:00Z', 'UTC', '2026-11-25T09:00:00.000Z'],
  ['2026-11-27T15:00:00Z', 'UTC', '2026-11-30T09:00:00.000Z'],
  ['2026-11-24T23:30:00Z', 'Asia/Tokyo', '2026-11-26T00:00:00.000Z'],
  ['2026-10-23T10:00:00Z', 'Europe/Berlin', '2026-10-26T08:00:00.000Z'],
  ['2026-03-27T10:00:00Z', 'Europe/Berlin', '2026-03-30T07:00:00.000Z'],
])('finds the next working morning after %s in %s: %s', (after, timeZone, morning) => {
  expect(nextWorkingMorning(new Date(after), timeZone).toISOString()).toBe(morning);
});
