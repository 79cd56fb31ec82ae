import * as billing from '@cip/contracts/billing';
import { updateNotificationPreferences } from '@cip/contracts/company';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedIn } from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { startMailbox, type Mailbox } from '../../testing/mailbox.ts';
import { deliver, paidCompany, startPaidWorld, type PaidWorld } from '../../testing/stripe/world.ts';
import { planMails } from './plan-mails.service.ts';

let mailbox: Mailbox;
let world: PaidWorld;
beforeAll(async () => {
  mailbox = await startMailbox();
  world = await startPaidWorld({ SMTP_URL: mailbox.url });
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

/** Lets the card of a company fail at its next renewal, and tells of it twice. */
async function failToRenew({ customerId, subscriptionId }: Awaited<ReturnType<typeof paidCompany>>): Promise<void> {
  const { account } = world.stripe;
  account.cards.set(customerId, 'declined');
  const from = account.events.length;
  account.renew(subscriptionId);
  for (const event of [...account.events.slice(from), ...account.events.slice(from)]) await deliver(world, event);
}

const cancel = ({ token }: SignedIn) => call(world.node.app, billing.cancelSubscription, { token });
const untilSent = () =>
  expect
    .poll(() => world.node.ctx.db.selectFrom('mails').select('kind').where('kind', 'like', 'plan.%').execute(), {
      timeout: 10_000,
    })
    .toEqual([]);
const mailsTo = ({ email }: SignedIn) => mailbox.received.filter(({ to }) => to.includes(email));

it('a payment that failed is told of once, with the day until which the plan goes on', async () => {
  const owner = await paidCompany(world);
  await failToRenew(owner);

  const mail = await mailbox.next(owner.email);
  expect(mail.raw).toContain('Subject: Your last payment failed');
  const until = new Date(Date.now() + 7 * 86_400_000);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  expect(mail.text).toContain(`the last payment for Professional failed. Please put your card right by ${day}`);
  expect(mail.text).toContain('https://interviews.example.com/subscription-plans');
  await untilSent();
  expect(mailsTo(owner)).toHaveLength(1);
});

it('a plan that was cancelled is told of with its end', async () => {
  const owner = await paidCompany(world);
  expect((await cancel(owner)).status).toBe(200);

  const mail = await mailbox.next(owner.email);
  expect(mail.raw).toMatch(/Subject: Professional ends on \w+ \d+, \d{4}/);
  expect(mail.text).toContain('Until then everything works as before.');
});

it('a company that wants no news gets none', async () => {
  const owner = await paidCompany(world);
  const body = { emailNotifications: false, sessionReminders: true, weeklyReports: true };
  await call(world.node.app, updateNotificationPreferences, { token: owner.token, body });

  await failToRenew(owner);
  await cancel(owner);

  await untilSent();
  expect(mailsTo(owner)).toEqual([]);
});

it('what was put right before the mail was written is not told of', async () => {
  const owner = await paidCompany(world);
  const { company } = owner;
  const mails = planMails(world.node.ctx);

  expect(await mails['plan.payment_failed']({ company: company.id })).toBeNull();
  expect(await mails['plan.cancelled']({ company: company.id })).toBeNull();
});
