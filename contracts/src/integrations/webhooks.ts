import { Type } from 'typebox';
import { Closed, Count, Done, Id, IdParams, Moment, Nullable, OneOf, Page, PageQuery } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_WEBHOOK } from '../protocol/not-found.ts';

/** Most webhooks of a company. */
export const WEBHOOKS_MAX = 5;
/** Longest address of a webhook, in characters. */
export const WEBHOOK_URL_MAX = 500;

/** The events of a session that a webhook can report. */
export const WEBHOOK_EVENTS = [
  'interview.planned',
  'interview.started',
  'interview.ended',
  'interview.cancelled',
  'interview.decided',
] as const;
const Event = OneOf(WEBHOOK_EVENTS);
export type WebhookEvent = Type.Static<typeof Event>;
const Events = Type.Array(Event, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true });

/** Why a delivery got no reply. */
export const WEBHOOK_FAILURES = ['refused', 'timeout', 'tls', 'connection', 'secret'] as const;
const Failure = OneOf(WEBHOOK_FAILURES);
export type WebhookFailure = Type.Static<typeof Failure>;

/** An address that receives the events of a company's sessions. Its secret is shown once. */
export const Webhook = Closed({
  id: Id,
  url: Type.String({ maxLength: WEBHOOK_URL_MAX }),
  events: Events,
  created_at: Moment,
  /** Since when no delivery succeeded; null after a success. */
  failing_since: Nullable(Moment),
  /** When it was switched off after failures; null while it is on. */
  disabled_at: Nullable(Moment),
  /** Until when the previous secret signs too; null if there is none. */
  old_secret_until: Nullable(Moment),
});
export type Webhook = Type.Static<typeof Webhook>;

/** A message to a webhook, with the result of its last try. */
export const WebhookDelivery = Closed({
  /** The header `webhook-id`, the same in every try. */
  id: Id,
  type: Event,
  created_at: Moment,
  state: OneOf(['waiting', 'delivered', 'failed']),
  tries: Count,
  /** When it is tried next; null if it is not. */
  due_at: Nullable(Moment),
  tried_at: Nullable(Moment),
  /** The status of the last reply. */
  status: Nullable(Type.Integer({ minimum: 0, maximum: 999 })),
  failure: Nullable(Failure),
});
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;

/** A secret of Standard Webhooks: 256 random bits in Base64. */
const Secret = Type.String({ pattern: '^whsec_[A-Za-z0-9+/]{43}=$', maxLength: 50 });
const WithSecret = Closed({ webhook: Webhook, secret: Secret });

export const createWebhook = endpoint({
  method: 'POST',
  url: '/webhooks',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Add a webhook; its secret is only in this reply',
  body: Closed({
    url: Type.String({ pattern: '^https?://[\\u0021-\\u007e]+$', maxLength: WEBHOOK_URL_MAX }),
    events: Events,
  }),
  reply: WithSecret,
  status: 201,
});

export const listWebhooks = endpoint({
  method: 'GET',
  url: '/webhooks',
  access: 'owner',
  tag: 'Integrations',
  summary: 'List the webhooks',
  reply: Closed({ webhooks: Type.Array(Webhook, { maxItems: WEBHOOKS_MAX }) }),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  url: '/webhooks/:id',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Delete a webhook with its deliveries',
  params: IdParams,
  reply: Done,
  notFound: NO_SUCH_WEBHOOK,
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  url: '/webhooks/:id/secret',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Replace the secret of a webhook; the previous one signs too for 24 hours',
  params: IdParams,
  reply: WithSecret,
  notFound: NO_SUCH_WEBHOOK,
});

export const enableWebhook = endpoint({
  method: 'POST',
  url: '/webhooks/:id/enable',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Switch a webhook on again that was switched off after failures',
  params: IdParams,
  reply: Closed({ webhook: Webhook }),
  notFound: NO_SUCH_WEBHOOK,
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  url: '/webhooks/:id/deliveries',
  access: 'owner',
  tag: 'Integrations',
  summary: 'List the deliveries of a webhook of the last 30 days, newest first',
  params: IdParams,
  query: PageQuery,
  reply: Page(WebhookDelivery),
  notFound: NO_SUCH_WEBHOOK,
});

export const redeliverWebhook = endpoint({
  method: 'POST',
  url: '/webhooks/:id/deliveries/:delivery_id/redeliver',
  access: 'owner',
  tag: 'Integrations',
  summary: 'Deliver a message of a webhook again',
  params: Closed({ id: Id, delivery_id: Id }),
  reply: Closed({ delivery: WebhookDelivery }),
  notFound: NO_SUCH_WEBHOOK,
});
