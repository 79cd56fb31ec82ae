/**
 * A request without an answer for this long counts as unanswered, in milliseconds. A dead connection says nothing for
 * minutes, and the browser opens only six to a host: without a deadline a few of them hold up all that follows.
 */
export const ANSWER_WITHIN_MS = 20_000;

/** Starts a deadline: `signal` aborts after `ANSWER_WITHIN_MS`, or with `outer`, unless `clear` is called before. */
export function startDeadline(outer?: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ANSWER_WITHIN_MS);
  const signal = outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal;
  return { signal, clear: () => clearTimeout(timer) };
}

/** Settles as `asked` does, or rejects when `signal` aborts first. */
export function untilAborted<T>(asked: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return asked;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No answer in time.', 'AbortError')), {
      once: true,
    });
    asked.then(resolve, reject);
  });
}
