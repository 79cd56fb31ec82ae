import type { ClientEvent } from '@cip/contracts/protocol/events';
import { CUSTOM_EVENTS } from '@cip/contracts/rooms/rooms';
import { contractExports } from '../http/contracts.ts';

/** All events that clients may send, the spec's custom ones by their own names. */
export const events: ClientEvent[] = contractExports.map(({ value }) => value).filter(isEvent);

/** Returns the name of an event on the wire. */
export function wireName({ name }: ClientEvent): string {
  return CUSTOM_EVENTS.some((custom) => custom.name === name) ? 'custom:event' : name;
}

function isEvent(value: unknown): value is ClientEvent {
  return typeof value === 'object' && value !== null && 'payload' in value && 'from' in value;
}
