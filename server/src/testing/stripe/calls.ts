import { found, itemOf, setEnd, type StripeAccount } from './account.ts';
import { textAt, type Form } from './form.ts';
import { invalidRequest, type WireSchedule, type WireSession, type WireSubscription } from './wire.ts';

type Call = (account: StripeAccount, fields: Form, id: string) => object;

/** The endpoints of Stripe's API that the product uses, by method and path with `:id`. */
export const CALLS: Record<string, Call> = {
  'POST /v1/customers': (account, fields) => {
    const id = account.newId('cus');
    const customer = { id, object: 'customer' as const, name: need(fields, 'name'), email: need(fields, 'email') };
    account.customers.set(id, customer);
    account.emit('customer.created', customer);
    return customer;
  },
  'DELETE /v1/customers/:id': (account, _, id) => {
    found(account.customers, 'customer', id);
    for (const { id: subscription, customer, status } of account.subscriptions.values())
      if (customer === id && status !== 'canceled') account.end(subscription);
    account.customers.delete(id);
    return { id, object: 'customer', deleted: true };
  },
  'GET /v1/products': (account, { ids }) =>
    list([...account.products.values()].filter(({ id }) => (ids as string[]).includes(id))),
  'POST /v1/products': (account, fields) => {
    const id = need(fields, 'id');
    if (account.products.has(id)) throw invalidRequest('Product already exists.', 'resource_already_exists');
    account.products.set(id, { id, object: 'product', name: need(fields, 'name') });
    return found(account.products, 'product', id);
  },
  'POST /v1/products/:id': (account, fields, id) =>
    Object.assign(found(account.products, 'product', id), { name: need(fields, 'name') }),
  'GET /v1/prices': (account, { lookup_keys }) =>
    list([...account.prices.values()].filter(({ lookup_key }) => (lookup_keys as string[]).includes(lookup_key ?? ''))),
  'POST /v1/prices': createPrice,
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/checkout/sessions/:id': (account, _, id) => found(account.sessions, 'checkout session', id),
  'POST /v1/checkout/sessions/:id/expire': (account, _, id) => {
    const session = found(account.sessions, 'checkout session', id);
    if (session.status !== 'open') throw invalidRequest('Only open Checkout Sessions can be expired.');
    return Object.assign(session, { status: 'expired', url: null });
  },
  'GET /v1/subscriptions': (account, fields) => {
    const mine = [...account.subscriptions.values()].filter(({ customer }) => customer === need(fields, 'customer'));
    return list(mine.toReversed().map((subscription) => expanded(account, subscription, fields, 'data.')));
  },
  'GET /v1/subscriptions/:id': (account, fields, id) => expanded(account, account.subscription(id), fields, ''),
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': (account, _, id) => {
    account.end(id);
    return account.subscription(id);
  },
  'POST /v1/subscription_schedules': createSchedule,
  'POST /v1/subscription_schedules/:id': updateSchedule,
  'POST /v1/subscription_schedules/:id/release': (account, _, id) => {
    const schedule = found(account.schedules, 'subscription schedule', id);
    schedule.status = 'released';
    account.subscription(schedule.subscription).schedule = null;
    return schedule;
  },
  'POST /v1/billing_portal/sessions': (account, fields) => {
    const { id } = found(account.customers, 'customer', need(fields, 'customer'));
    const url = `https://billing.stripe.test/p/${id}`;
    return { id: account.newId('bps'), object: 'billing_portal.session', url, return_url: need(fields, 'return_url') };
  },
};

const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '' });

function need(fields: Form, path: string): string {
  const value = textAt(fields, path);
  if (value === undefined) throw invalidRequest(`Missing required param: ${path}.`, 'parameter_missing');
  return value;
}

function createPrice(account: StripeAccount, fields: Form): object {
  const id = account.newId('price');
  account.prices.set(id, {
    id,
    object: 'price',
    product: found(account.products, 'product', need(fields, 'product')).id,
    currency: need(fields, 'currency'),
    unit_amount: Number(need(fields, 'unit_amount')),
    lookup_key: need(fields, 'lookup_key'),
    recurring: { interval: need(fields, 'recurring.interval') as 'month' | 'year', interval_count: 1 },
    metadata: { plan_version_id: need(fields, 'metadata.plan_version_id') },
  });
  return account.price(id);
}

function createSession(account: StripeAccount, fields: Form): WireSession {
  const id = account.newId('cs_test');
  const session: WireSession = {
    id,
    object: 'checkout.session',
    mode: need(fields, 'mode') as 'subscription',
    customer: found(account.customers, 'customer', need(fields, 'customer')).id,
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    success_url: need(fields, 'success_url'),
    cancel_url: need(fields, 'cancel_url'),
    url: `https://checkout.stripe.test/c/${id}`,
    line_items: [{ price: account.price(need(fields, 'line_items.0.price')).id, quantity: 1 }],
  };
  account.sessions.set(id, session);
  return session;
}

function expanded(account: StripeAccount, subscription: WireSubscription, fields: Form, prefix: string): object {
  const names = Array.isArray(fields['expand']) ? fields['expand'] : [];
  const shown = { ...subscription };
  const put = (name: 'schedule' | 'latest_invoice', objects: Map<string, object>) => {
    const id = subscription[name];
    if (names.includes(`${prefix}${name}`) && id !== null) Object.assign(shown, { [name]: objects.get(id) });
  };
  put('schedule', account.schedules);
  put('latest_invoice', account.invoices);
  return shown;
}

function updateSubscription(account: StripeAccount, fields: Form, id: string): object {
  const subscription = account.subscription(id);
  if (subscription.status === 'canceled') throw invalidRequest('A canceled subscription can only update its metadata.');
  if (subscription.schedule !== null) throw invalidRequest('The subscription is managed by a subscription schedule.');
  const price = textAt(fields, 'items.0.price');
  if (price === undefined || changePrice(account, subscription, fields, price)) {
    const ends = textAt(fields, 'cancel_at_period_end');
    if (ends !== undefined) setEnd(subscription, ends === 'true');
    else if (textAt(fields, 'cancel_at') === '') setEnd(subscription, subscription.cancel_at_period_end);
  }
  account.emit('customer.subscription.updated', subscription);
  return expanded(account, subscription, fields, '');
}

/** Changes the price; returns false if the whole update waits for its payment. */
function changePrice(account: StripeAccount, subscription: WireSubscription, fields: Form, wanted: string): boolean {
  const item = itemOf(subscription);
  const price = account.price(wanted);
  const invoice = account.charge(subscription.customer, price.unit_amount - item.price.unit_amount);
  subscription.latest_invoice = invoice.id;
  subscription.pending_update = null;
  if (invoice.status === 'paid') Object.assign(item, { price });
  else if (need(fields, 'payment_behavior') === 'pending_if_incomplete') {
    const ends = textAt(fields, 'cancel_at_period_end');
    subscription.pending_update = {
      subscription_items: [{ price: wanted }],
      cancel_at_period_end: ends === undefined ? null : ends === 'true',
      expires_at: account.now(),
    };
  }
  return subscription.pending_update === null;
}

function createSchedule(account: StripeAccount, fields: Form): object {
  const subscription = account.subscription(need(fields, 'from_subscription'));
  if (subscription.schedule !== null) throw invalidRequest('The subscription is already attached to a schedule.');
  const { price, current_period_start: start_date, current_period_end: end_date } = itemOf(subscription);
  const schedule: WireSchedule = {
    id: account.newId('sub_sched'),
    object: 'subscription_schedule',
    status: 'active',
    subscription: subscription.id,
    end_behavior: 'release',
    phases: [{ start_date, end_date, items: [{ price: price.id, quantity: 1 }] }],
  };
  account.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  account.emit('customer.subscription.updated', subscription);
  return schedule;
}

function updateSchedule(account: StripeAccount, fields: Form, id: string): object {
  const schedule = found(account.schedules, 'subscription schedule', id);
  const [present] = schedule.phases;
  if (!present) throw invalidRequest('A schedule needs a phase.');
  if (Number(need(fields, 'phases.0.start_date')) !== present.start_date)
    throw invalidRequest('You can not modify the start date of the current phase.');
  const start = Number(need(fields, 'phases.1.start_date'));
  const price = account.price(need(fields, 'phases.1.items.0.price')).id;
  schedule.phases = [present, { start_date: start, end_date: start + 1, items: [{ price, quantity: 1 }] }];
  account.emit('subscription_schedule.updated', schedule);
  account.emit('customer.subscription.updated', account.subscription(schedule.subscription));
  return schedule;
}
