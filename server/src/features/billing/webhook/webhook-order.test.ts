import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import { itHolds } from '../../../testing/property.ts';
import { itemOf, type StripeAccount } from '../../../testing/stripe/account.ts';
import type { WireEvent, WireSubscription } from '../../../testing/stripe/wire.ts';
import { deliver, startPaidWorld, type PaidWorld } from '../../../testing/stripe/world.ts';
import { newEmail } from '../../../testing/builders.ts';
import { findSubscription } from '../billing.service.ts';
import { syncPrices } from '../checkout/prices.service.ts';
import { syncSubscription } from '../subscription/sync-subscription.service.ts';

/** Histories at Stripe, and orders in which the events of each are delivered; fewer orders in a sample. */
const HISTORIES = 50;
const ORDERS_EACH = { whole: 20, sample: 8 };

const STEPS = {
  // A paying company gets no checkout; two parallel subscriptions have a test of their own, because the node ends one.
  buySmall: ({ account, prices, customer, live }) => live ?? buy(account, customer, prices[0]),
  buyLarge: ({ account, prices, customer, live }) => live ?? buy(account, customer, prices[1]),
  end: ({ account, live }) => live && account.end(live.id),
  renew: ({ account, live, customer }) => {
    account.cards.set(customer, 'ok');
    if (live) account.renew(live.id);
  },
  failToRenew: ({ account, live, customer }) => {
    account.cards.set(customer, 'declined');
    if (live) account.renew(live.id);
  },
  pay: ({ account, customer }) => account.payInvoice(customer),
  cancel: ({ account, live }) => setCancelled(account, live, true),
  resume: ({ account, live }) => setCancelled(account, live, false),
  enlarge: ({ account, prices, live }) => {
    if (!live) return;
    itemOf(live).price = account.price(prices[1]);
    account.emit('customer.subscription.updated', live);
  },
} satisfies Record<string, (at: At) => void>;

interface At {
  account: StripeAccount;
  prices: [small: string, large: string];
  customer: string;
  live: WireSubscription | undefined;
}

type StepName = keyof typeof STEPS;

let world: PaidWorld;
let prices: At['prices'];
beforeAll(async () => {
  world = await startPaidWorld();
  const { db, payments } = world.node.ctx;
  if (!payments) throw new Error('The node is paid through Stripe.');
  const [small, large] = await syncPrices(db, payments);
  prices = [small?.priceId ?? '', large?.priceId ?? ''];
});
afterAll(() => world.close());

function buy(account: StripeAccount, customer: string, price: string): void {
  account.cards.set(customer, 'ok');
  const id = account.newId('cs');
  const pages = { success_url: '', cancel_url: '', url: '' };
  const session = { id, mode: 'subscription', customer, status: 'open', payment_status: 'unpaid', ...pages } as const;
  const line_items = [{ price, quantity: 1 }];
  account.sessions.set(id, { ...session, object: 'checkout.session', subscription: null, line_items });
  account.pay(id);
}

function setCancelled(account: StripeAccount, live: WireSubscription | undefined, cancelled: boolean): void {
  if (!live) return;
  const cancel_at = cancelled ? itemOf(live).current_period_end : null;
  Object.assign(live, { cancel_at_period_end: cancelled, cancel_at });
  account.emit('customer.subscription.updated', live);
}

/** Creates a company with a customer at Stripe, directly in the database. */
async function newCustomer(): Promise<{ companyId: string; customer: string }> {
  const { db } = world.node.ctx;
  const customer = world.stripe.account.newId('cus');
  const about = { name: 'Acme', email: newEmail(), phone: null, address: null };
  const { id } = await db.insertInto('companies').values(about).returning('id').executeTakeFirstOrThrow();
  const known = { company_id: id, provider: 'stripe-test', customer_id: customer };
  await db.insertInto('payment_customers').values(known).execute();
  return { companyId: id, customer };
}

/** Runs one step at Stripe and returns its events. */
function run(step: StepName, customer: string): WireEvent[] {
  const { account } = world.stripe;
  const from = account.events.length;
  const mine = [...account.subscriptions.values()].filter((each) => each.customer === customer);
  const live = mine.findLast(({ status }) => status !== 'canceled');
  STEPS[step]({ account, prices, customer, live });
  return account.events.slice(from);
}

/** Returns the company's subscription without ids and exact times. */
async function outcome(companyId: string) {
  const found = await findSubscription(world.node.ctx.db, companyId);
  if (!found) return null;
  const { status, renews, plan, past_due_until, ends_at } = found;
  const days = Math.round((Date.parse(ends_at ?? '') - Date.now()) / 86_400_000);
  return { status, renews, plan: plan.name, isPastDue: past_due_until !== null, days };
}

async function inOrder(history: StepName[]) {
  const { companyId, customer } = await newCustomer();
  for (const step of history) for (const event of run(step, customer)) await deliver(world, event);
  return outcome(companyId);
}

/** How an event is delivered: how many steps later, and how often (0: lost). */
const delivery = fc.record({ later: fc.nat(3), times: fc.constantFrom(0, 0, 1, 1, 1, 2), jitter: fc.nat(3) });

async function anyOrder(
  history: StepName[],
  deliveries: (typeof delivery extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const { companyId, customer } = await newCustomer();
  const inTransit: { event: WireEvent; at: number; jitter: number }[] = [];
  let isLastDelivered = true;
  let count = 0;
  for (let at = 0; at < history.length + 6; at++) {
    const step = history[at];
    const events = step ? run(step, customer) : [];
    if (events.length > 0) isLastDelivered = false;
    for (const event of events) {
      const { later, times, jitter } = deliveries[count++ % deliveries.length] ?? { later: 0, times: 1, jitter: 0 };
      for (let n = 0; n < times; n++) inTransit.push({ event, at: at + later + n, jitter });
      if (times > 0) isLastDelivered = true;
    }
    // Events of the same step are delivered concurrently.
    const arriving = inTransit.filter((each) => each.at === at).toSorted((a, b) => b.jitter - a.jitter);
    await Promise.all(arriving.map(({ event, jitter }) => sleep(jitter).then(() => deliver(world, event))));
  }
  const { db, mails, payments } = world.node.ctx;
  // No event of the last step arrived: the job syncs.
  if (!isLastDelivered && payments) await syncSubscription({ db, mails, payments }, companyId);
  return outcome(companyId);
}

itHolds('reaches the same state from events in any order, repeated and lost', HISTORIES, async (histories, isLong) => {
  const rests = fc.array(fc.constantFrom(...(Object.keys(STEPS) as StepName[])), { minLength: 1, maxLength: 4 });
  const history = rests.map((rest): StepName[] => ['buySmall', ...rest]);
  const each = isLong ? ORDERS_EACH.whole : ORDERS_EACH.sample;
  const orders = fc.array(fc.array(delivery, { minLength: 8, maxLength: 24 }), { minLength: each, maxLength: each });
  let tried = 0;
  const same = fc.asyncProperty(history, orders, async (steps, waysToDeliver) => {
    const right = await inOrder(steps);
    const outcomes = await Promise.all(waysToDeliver.map((ways) => anyOrder(steps, ways)));
    for (const reached of outcomes) expect(reached).toEqual(right);
    tried += outcomes.length;
  });

  // A failure prints its seed and the shrunk history.
  await fc.assert(same, { numRuns: histories, endOnFailure: true });

  expect(tried).toBe(histories * each);
});
