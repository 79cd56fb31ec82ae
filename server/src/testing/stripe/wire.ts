/** Objects in the shape of Stripe's API; timestamps are whole seconds since 1970. */
export interface WirePrice {
  id: string;
  object: 'price';
  product: string;
  currency: string;
  unit_amount: number;
  lookup_key: string | null;
  recurring: { interval: 'month' | 'year'; interval_count: 1 };
  metadata: Record<string, string>;
}

export interface WireInvoice {
  id: string;
  object: 'invoice';
  customer: string;
  created: number;
  status: 'paid' | 'open';
  amount_due: number;
  hosted_invoice_url: string;
}

export interface WireSubscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: string;
  created: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  items: { object: 'list'; data: WireItem[] };
  latest_invoice: string | null;
  schedule: string | null;
  pending_update: {
    subscription_items: { price: string }[];
    cancel_at_period_end: boolean | null;
    expires_at: number;
  } | null;
}

export interface WireItem {
  id: string;
  object: 'subscription_item';
  price: WirePrice;
  quantity: 1;
  current_period_start: number;
  current_period_end: number;
}

export interface WirePhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number }[];
}

export interface WireSchedule {
  id: string;
  object: 'subscription_schedule';
  status: 'active' | 'released';
  subscription: string;
  end_behavior: string;
  phases: WirePhase[];
}

export interface WireSession {
  id: string;
  object: 'checkout.session';
  mode: 'subscription';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  line_items: { price: string; quantity: number }[];
}

export interface WireEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  livemode: false;
  pending_webhooks: number;
  data: { object: object };
}

/** An error in the shape of Stripe's API. */
export class WireError extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, type: string, message: string, code?: string, param?: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }
}

export const invalidRequest = (message: string, code?: string) =>
  new WireError(400, 'invalid_request_error', message, code);
export const missing = (what: string, id: string) =>
  new WireError(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing', what);
