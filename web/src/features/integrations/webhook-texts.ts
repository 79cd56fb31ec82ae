import type { Webhook, WebhookDelivery, WebhookEvent, WebhookFailure } from '@cip/contracts/integrations/webhooks';
import type { Tone } from '../../shared/ui/feedback/StatusChip.tsx';

/** The events in their order, with their names. */
export const EVENTS: { event: WebhookEvent; label: string; help: string }[] = [
  { event: 'interview.planned', label: 'Scheduled', help: 'A session was scheduled.' },
  { event: 'interview.started', label: 'Started', help: 'A session was started.' },
  { event: 'interview.ended', label: 'Ended', help: 'A session ended.' },
  { event: 'interview.cancelled', label: 'Cancelled', help: 'A scheduled session was cancelled.' },
  { event: 'interview.decided', label: 'Decided', help: 'A decision about the candidate was made or changed.' },
];

/** Returns the name of an event. */
export const eventLabel = (event: WebhookEvent) => EVENTS.find((one) => one.event === event)?.label ?? event;

const FAILURES: Record<WebhookFailure, string> = {
  refused: 'Host not found or not allowed',
  timeout: 'No reply within 10 seconds',
  tls: 'Certificate not valid',
  connection: 'Connection failed',
  secret: 'Secret not readable: replace it',
};

/** Returns the result of the last try. */
export function resultText({ status, failure }: Pick<WebhookDelivery, 'status' | 'failure'>): string | null {
  if (failure !== null) return FAILURES[failure];
  return status === null ? null : `Reply ${status}`;
}

/** The word and the tone of a delivery's state. */
export const STATES: Record<WebhookDelivery['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'info' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** Returns the word and the tone of a webhook's state. */
export function stateOf({ disabled_at, failing_since }: Pick<Webhook, 'disabled_at' | 'failing_since'>) {
  if (disabled_at !== null) return { label: 'Off', tone: 'bad' } as const;
  return failing_since === null
    ? ({ label: 'On', tone: 'good' } as const)
    : ({ label: 'Failing', tone: 'warn' } as const);
}
