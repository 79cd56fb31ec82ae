import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemOf, type StripeAccount } from '../../testing/stripe/account.ts';
import type { WireEvent, WireSubscription } from '../../testing/stripe/wire.ts';
import { deliver, startPaidWorld, type PaidWorld } from '../../testing/stripe/world.ts';
import { newEmail } from '../../testing/builders.ts';
import { findSubscription } from './billing.service.ts';
import { syncPrices } from './prices.service.ts';
import { takeOver } from './take-over.service.ts';

/** What happens at Stripe; each of them in as many orders of being told of it. */
const HISTORIES = 50;
const ORDERS_EACH = 20;

const STEPS = {
  // Who pays already is offered no checkout; two at once are another test, since the node then ends one itself.
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

/** A company that Stripe knows, made without a way through the pages. */
async function newCustomer(): Promise<{ companyId: string; customer: string }> {
  const { db } = world.node.ctx;
  const customer = world.stripe.account.newId('cus');
  const about = { name: 'Acme', email: newEmail(), phone: null, address: null };
  const { id } = await db.insertInto('companies').values(about).returning('id').executeTakeFirstOrThrow();
  const known = { company_id: id, provider: 'stripe-test', customer_id: customer };
  await db.insertInto('payment_customers').values(known).execute();
  return { companyId: id, customer };
}

/** Lets one step happen at Stripe; answers with the messages that tell of it. */
function happen(step: StepName, customer: string): WireEvent[] {
  const { account } = world.stripe;
  const from = account.events.length;
  const mine = [...account.subscriptions.values()].filter((each) => each.customer === customer);
  const live = mine.findLast(({ status }) => status !== 'canceled');
  STEPS[step]({ account, prices, customer, live });
  return account.events.slice(from);
}

/** How the company stands, without what differs from one company to the next. */
async function outcome(companyId: string) {
  const found = await findSubscription(world.node.ctx.db, companyId);
  if (!found) return null;
  const { status, renews, plan, past_due_until, ends_at } = found;
  const days = Math.round((Date.parse(ends_at ?? '') - Date.now()) / 86_400_000);
  return { status, renews, plan: plan.name, isPastDue: past_due_until !== null, days };
}

async function inOrder(history: StepName[]) {
  const { companyId, customer } = await newCustomer();
  for (const step of history) for (const event of happen(step, customer)) await deliver(world, event);
  return outcome(companyId);
}

/** How one message travels: after how many more steps, how often, and not at all when that is none. */
const journey = fc.record({ later: fc.nat(3), times: fc.constantFrom(0, 0, 1, 1, 1, 2), jitter: fc.nat(3) });

async function anyOrder(history: StepName[], journeys: (typeof journey extends fc.Arbitrary<infer T> ? T : never)[]) {
  const { companyId, customer } = await newCustomer();
  const onTheWay: { event: WireEvent; at: number; jitter: number }[] = [];
  let isLastHeard = true;
  let count = 0;
  for (let at = 0; at < history.length + 6; at++) {
    const step = history[at];
    const events = step ? happen(step, customer) : [];
    if (events.length > 0) isLastHeard = false;
    for (const event of events) {
      const { later, times, jitter } = journeys[count++ % journeys.length] ?? { later: 0, times: 1, jitter: 0 };
      for (let n = 0; n < times; n++) onTheWay.push({ event, at: at + later + n, jitter });
      if (times > 0) isLastHeard = true;
    }
    // What arrives at the same time is heard at the same time.
    const arriving = onTheWay.filter((each) => each.at === at).toSorted((a, b) => b.jitter - a.jitter);
    await Promise.all(arriving.map(({ event, jitter }) => sleep(jitter).then(() => deliver(world, event))));
  }
  const { db, mails, payments } = world.node.ctx;
  // Nothing of the last step was ever told: the node asks by itself.
  if (!isLastHeard && payments) await takeOver({ db, mails, payments }, companyId);
  return outcome(companyId);
}

it(`${HISTORIES * ORDERS_EACH} orders of messages, repeated and lost, end as the right order does`, async () => {
  const steps = fc.array(fc.constantFrom(...(Object.keys(STEPS) as StepName[])), { minLength: 1, maxLength: 4 });
  const history = steps.map((rest): StepName[] => ['buySmall', ...rest]);
  const orders = fc.array(fc.array(journey, { minLength: 8, maxLength: 24 }), {
    minLength: ORDERS_EACH,
    maxLength: ORDERS_EACH,
  });
  let tried = 0;
  const same = fc.asyncProperty(history, orders, async (happened, waysToHear) => {
    const right = await inOrder(happened);
    const heard = await Promise.all(waysToHear.map((ways) => anyOrder(happened, ways)));
    for (const each of heard) expect(each).toEqual(right);
    tried += heard.length;
  });

  // A failure prints its seed and the history that shows it.
  await fc.assert(same, { numRuns: HISTORIES, endOnFailure: true });

  expect(tried).toBe(HISTORIES * ORDERS_EACH);
}, 300_000);
