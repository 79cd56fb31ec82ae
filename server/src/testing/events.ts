import type { ClientEvent } from '@cip/contracts/events';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms';
import { contractExports } from './contracts.ts';

/** Every event a client may send, the spec's custom ones by their own names. */
export const events: ClientEvent[] = contractExports.map(({ value }) => value).filter(isEvent);

/** The name an event travels under. */
export function wireName({ name }: ClientEvent): string {
  return CUSTOM_EVENTS.some((custom) => custom.name === name) ? 'custom:event' : name;
}

function isEvent(value: unknown): value is ClientEvent {
  return typeof value === 'object' && value !== null && 'payload' in value && 'from' in value;
}
