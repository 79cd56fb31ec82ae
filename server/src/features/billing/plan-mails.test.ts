import * as billing from '@cip/contracts/billing/billing';
import { updateNotificationPreferences } from '@cip/contracts/accounts/company';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedIn } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { startMailbox, type Mailbox } from '../../testing/mails/mailbox.ts';
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

/** Makes the card of a company fail at its next renewal, and delivers the events twice. */
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

it('mails a failed payment once, with the last day of the plan', async () => {
  const owner = await paidCompany(world);
  await failToRenew(owner);

  const mail = await mailbox.next(owner.email);
  expect(mail.raw).toContain('Subject: Your last payment failed');
  const until = new Date(Date.now() + 7 * 86_400_000);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  expect(mail.text).toContain(`The last payment for Professional failed. Update your payment method by ${day}`);
  expect(mail.text).toContain('https://interviews.example.com/subscription-plans');
  await untilSent();
  expect(mailsTo(owner)).toHaveLength(1);
});

it('mails a cancelled plan with its end', async () => {
  const owner = await paidCompany(world);
  expect((await cancel(owner)).status).toBe(200);

  const mail = await mailbox.next(owner.email);
  expect(mail.raw).toMatch(/Subject: Professional ends on \w+ \d+, \d{4}/);
  expect(mail.text).toContain('Until then everything works as before.');
});

it('mails nothing to a company with notifications off', async () => {
  const owner = await paidCompany(world);
  const body = { emailNotifications: false, sessionReminders: true, weeklyReports: true };
  await call(world.node.app, updateNotificationPreferences, { token: owner.token, body });

  await failToRenew(owner);
  await cancel(owner);

  await untilSent();
  expect(mailsTo(owner)).toEqual([]);
});

it('composes no mail when the problem is solved by then', async () => {
  const owner = await paidCompany(world);
  const { company } = owner;
  const mails = planMails(world.node.ctx);

  expect(await mails['plan.payment_failed']({ company: company.id })).toBeNull();
  expect(await mails['plan.cancelled']({ company: company.id })).toBeNull();
});
