import { EVENT_RATES, PARTICIPANT } from './rates.ts';
import { TokenBucket } from './token-bucket.ts';

/** Limits the events of one participant over all their sockets on this node. */
export class EventLimits {
  readonly #events = new TokenBucket(PARTICIPANT.events);
  readonly #updates = new TokenBucket(PARTICIPANT.updateChars);
  readonly #texts = new TokenBucket(PARTICIPANT.textChars);
  readonly #refusals = new TokenBucket(PARTICIPANT.refusals);
  /** Created by the first event of each name, so that an idle participant costs no memory for them. */
  readonly #costly = new Map<string, TokenBucket>();

  /** Counts an event. Returns false if it is beyond a limit. */
  takeEvent(event: string, payload: unknown): boolean {
    return (
      this.#events.take() &&
      this.#takeCostly(eventNameOf(event, payload)) &&
      this.#updates.take(lengthOf(payload, 'update')) &&
      this.#texts.take(lengthOf(field(payload, 'data'), 'code'))
    );
  }

  #takeCostly(name: string): boolean {
    const rate = EVENT_RATES.get(name);
    if (!rate) return true;
    const bucket = this.#costly.get(name) ?? new TokenBucket(rate);
    this.#costly.set(name, bucket);
    return bucket.take();
  }

  /** Counts a refused event. Returns false if there were too many. */
  takeRefusal(): boolean {
    return this.#refusals.take();
  }
}

/** Returns the name of an event; for `custom:event`, the name in its payload. */
export function eventNameOf(event: string, payload: unknown): string {
  const custom = event === 'custom:event' ? field(payload, 'event') : undefined;
  return typeof custom === 'string' ? custom : event;
}

function lengthOf(value: unknown, name: string): number {
  const text = field(value, name);
  return typeof text === 'string' ? text.length : 0;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
