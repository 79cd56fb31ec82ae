/**
 * If a request has no reply after this many milliseconds, it fails. A dead connection stays silent for minutes, and the
 * browser opens only six connections to a host: without a deadline, a few dead ones block all later requests.
 */
export const REPLY_WITHIN_MS = 20_000;

/** Starts a deadline: `signal` aborts after `REPLY_WITHIN_MS`, or with `outer`, if `clear` is not called before. */
export function startDeadline(outer?: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), REPLY_WITHIN_MS);
  const signal = outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal;
  return { signal, clear: () => clearTimeout(timer) };
}

/** Settles like `pending`, or rejects if `signal` aborts first. */
export function untilAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No reply in time.', 'AbortError')), {
      once: true,
    });
    pending.then(resolve, reject);
  });
}
