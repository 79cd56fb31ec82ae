import { randomBytes } from 'node:crypto';
import {
  invalidRequest,
  missing,
  type WireEvent,
  type WireInvoice,
  type WireItem,
  type WirePrice,
  type WireSchedule,
  type WireSession,
  type WireSubscription,
} from './wire.ts';

const API_VERSION = '2026-10-28.endive';
const DAY_SECONDS = 24 * 3600;

/** The result of charging a card. */
export type Card = 'ok' | 'declined' | '3ds';

/** The data of a Stripe account, and the actions of time and payers on it. */
export class StripeAccount {
  readonly customers = new Map<string, { id: string; object: 'customer'; name: string; email: string }>();
  readonly products = new Map<string, { id: string; object: 'product'; name: string }>();
  readonly prices = new Map<string, WirePrice>();
  readonly invoices = new Map<string, WireInvoice>();
  readonly sessions = new Map<string, WireSession>();
  readonly subscriptions = new Map<string, WireSubscription>();
  readonly schedules = new Map<string, WireSchedule>();
  readonly cards = new Map<string, Card>();
  /** All events, in order. */
  readonly events: WireEvent[] = [];
  #created = Math.floor(Date.now() / 1000);

  /** Returns a new identifier. */
  newId(prefix: string): string {
    return `${prefix}_${randomBytes(10).toString('hex')}`;
  }

  /** Returns a timestamp later than all before, so that objects can be ordered. */
  now(): number {
    return this.#created++;
  }

  emit(type: string, object: object): void {
    this.events.push({
      id: this.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(Date.now() / 1000),
      type,
      livemode: false,
      pending_webhooks: 1,
      data: { object: structuredClone(object) },
    });
  }

  price(id: string): WirePrice {
    return found(this.prices, 'price', id);
  }

  subscription(id: string): WireSubscription {
    return found(this.subscriptions, 'subscription', id);
  }

  /** Charges the customer's card. If an invoice is not paid, it stays open. */
  charge(customer: string, amount: number): WireInvoice {
    const id = this.newId('in');
    const paid = amount <= 0 || (this.cards.get(customer) ?? 'ok') === 'ok';
    const invoice: WireInvoice = {
      id,
      object: 'invoice',
      customer,
      created: Math.floor(Date.now() / 1000),
      status: paid ? 'paid' : 'open',
      amount_due: Math.max(0, amount),
      hosted_invoice_url: `https://invoice.stripe.test/i/${id}`,
    };
    this.invoices.set(id, invoice);
    this.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    return invoice;
  }

  /** Pays on the checkout page. If the card is declined or needs 3DS, the checkout stays open. */
  pay(sessionId: string, card: Card = 'ok'): 'paid' | 'declined' | 'needs_consent' {
    const session = found(this.sessions, 'checkout session', sessionId);
    if (session.status !== 'open') throw invalidRequest('This Checkout Session is no longer open.');
    this.cards.set(session.customer, card);
    if (card !== 'ok') return card === '3ds' ? 'needs_consent' : 'declined';
    const price = this.price(session.line_items[0]?.price ?? '');
    const subscription = this.#begin(session.customer, price);
    subscription.latest_invoice = this.charge(session.customer, price.unit_amount).id;
    Object.assign(session, { status: 'complete', payment_status: 'paid', url: null, subscription: subscription.id });
    this.emit('customer.subscription.created', subscription);
    this.emit('checkout.session.completed', session);
    return 'paid';
  }

  #begin(customer: string, price: WirePrice): WireSubscription {
    const start = Math.floor(Date.now() / 1000);
    const item: WireItem = {
      id: this.newId('si'),
      object: 'subscription_item',
      price,
      quantity: 1,
      current_period_start: start,
      current_period_end: start + periodSeconds(price),
    };
    const subscription: WireSubscription = {
      id: this.newId('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      created: this.now(),
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      items: { object: 'list', data: [item] },
      latest_invoice: null,
      schedule: null,
      pending_update: null,
    };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  /** Pays open invoices on their page (consent or another card) and applies pending changes. */
  payInvoice(customer: string): void {
    this.cards.set(customer, 'ok');
    for (const invoice of this.invoices.values())
      if (invoice.customer === customer && invoice.status === 'open') {
        invoice.status = 'paid';
        this.emit('invoice.paid', invoice);
      }
    for (const subscription of this.subscriptions.values()) {
      if (subscription.customer !== customer) continue;
      const { subscription_items, cancel_at_period_end: ends = null } = subscription.pending_update ?? {};
      const wanted = subscription_items?.[0]?.price;
      if (wanted !== undefined) Object.assign(itemOf(subscription), { price: this.price(wanted) });
      if (ends !== null) setEnd(subscription, ends);
      subscription.pending_update = null;
      if (subscription.status === 'past_due') subscription.status = 'active';
      this.emit('customer.subscription.updated', subscription);
    }
  }

  /** Ends the paid period now: the subscription ends or renews, with a scheduled price if any. */
  renew(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId);
    if (subscription.cancel_at_period_end) return this.end(subscriptionId);
    const item = itemOf(subscription);
    const schedule = this.schedules.get(subscription.schedule ?? '');
    const next = schedule?.phases[1]?.items[0]?.price;
    if (schedule && next !== undefined) {
      item.price = this.price(next);
      schedule.status = 'released';
      subscription.schedule = null;
    }
    item.current_period_start = item.current_period_end;
    item.current_period_end += periodSeconds(item.price);
    const invoice = this.charge(subscription.customer, item.price.unit_amount);
    subscription.latest_invoice = invoice.id;
    subscription.status = invoice.status === 'paid' ? 'active' : 'past_due';
    this.emit('customer.subscription.updated', subscription);
  }

  /** Ends a subscription now. */
  end(subscriptionId: string): void {
    const subscription = this.subscription(subscriptionId);
    const at = Math.floor(Date.now() / 1000);
    Object.assign(subscription, { status: 'canceled', canceled_at: at, ended_at: at });
    this.emit('customer.subscription.deleted', subscription);
  }
}

/** Returns the item of a subscription. */
export function itemOf({ id, items }: WireSubscription): WireItem {
  const [item] = items.data;
  if (!item) throw missing('subscription item', id);
  return item;
}

/** Sets whether a subscription ends with its period. */
export function setEnd(subscription: WireSubscription, ends: boolean): void {
  const cancel_at = ends ? itemOf(subscription).current_period_end : null;
  Object.assign(subscription, { cancel_at_period_end: ends, cancel_at });
}

/** Returns the object with an id. Throws Stripe's error if it is missing. */
export function found<T>(objects: Map<string, T>, what: string, id: string): T {
  const object = objects.get(id);
  if (object === undefined) throw missing(what, id);
  return object;
}

function periodSeconds({ recurring }: WirePrice): number {
  return (recurring.interval === 'year' ? 365 : 30) * DAY_SECONDS;
}
