import { createHmac } from 'node:crypto';
import type { ErrorCode } from '@cip/contracts/errors';
import type { App } from '../context.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from './network.ts';

/** Lines about refusals a node logs in a minute; its figures count all of them. */
const LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Letters of a network's digest: enough to see that two refusals have the same one. */
const DIGEST_LENGTH = 12;

/** What a call is refused with, by its status; other failures are the caller's own affair. */
const REFUSED: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
};
/** Failures of an event that say nothing of who sent it. */
const NOT_REFUSED = new Set<ErrorCode>(['internal', 'unavailable', 'ended']);

/** Something a caller was refused. */
interface Refusal {
  at: 'call' | 'handshake' | 'event';
  code: ErrorCode;
  /** The route or the event, by a name of ours: what a caller makes up is not logged. */
  what: string;
  network: string;
}

interface Log {
  info(line: object, message: string): void;
}

/**
 * Logs and counts what callers are refused, so that somebody who tries doors can be noticed. A line holds no name, code,
 * token or address, of the network a digest; a flood of refusals writes no more lines than a minute may have.
 */
export class Refusals {
  readonly #log: Log;
  readonly #metrics: Metrics;
  readonly #secret: string;
  #lines = 0;
  #unlogged = 0;
  #since = performance.now();

  constructor(log: Log, metrics: Metrics, secret: string) {
    this.#log = log;
    this.#metrics = metrics;
    this.#secret = secret;
  }

  note({ at, code, what, network }: Refusal): void {
    if (NOT_REFUSED.has(code)) return;
    this.#metrics.refusals.inc({ at, code });
    if (performance.now() - this.#since > MINUTE_MS) {
      this.#since = performance.now();
      this.#lines = 0;
    }
    if (++this.#lines > LINES_PER_MINUTE) return void this.#unlogged++;
    this.#log.info({ at, code, what, network: this.#digest(network), unlogged: this.#unlogged }, 'refused');
    this.#unlogged = 0;
  }

  #digest(network: string): string {
    return createHmac('sha256', this.#secret).update(`network ${network}`).digest('base64url').slice(0, DIGEST_LENGTH);
  }
}

/** Notes the calls that are refused. */
export function noteRefusedCalls(app: App, refusals: Refusals): void {
  app.addHook('onResponse', async ({ ip, routeOptions }, { statusCode }) => {
    const code = REFUSED[statusCode];
    if (code) refusals.note({ at: 'call', code, what: routeOptions.url ?? 'no route', network: networkOf(ip) });
  });
}
