import { createHmac } from 'node:crypto';
import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { Metrics } from '../../metrics.ts';

/** Log lines about refusals per minute; the metric counts all of them. */
const LINES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Length of a network's digest: enough to recognize the same network. */
const DIGEST_LENGTH = 12;

/** Failures that do not count as refusals. */
const NOT_REFUSED = new Set<ErrorCode>(['internal', 'unavailable', 'ended']);

/** A refused request, handshake or event. */
interface Refusal {
  at: 'call' | 'handshake' | 'event';
  code: ErrorCode;
  /** Our name of the route or event; text from the caller is not logged. */
  what: string;
  network: string;
}

interface Log {
  info(line: object, message: string): void;
}

/**
 * Logs and counts refusals, so that attempts to break in can be noticed. A line contains no name, code, token or
 * address, only a digest of the network. Lines per minute are limited.
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

  record({ at, code, what, network }: Refusal): void {
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
