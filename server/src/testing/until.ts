/** Default timeout (ms), far beyond any expected delay. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 10;

/**
 * Polls `find` and returns its first result. Rejects after `timeoutMs`, naming `what`; if its test fails before it awaits
 * this, the rejection does not fail the whole run.
 */
export function until<T>(what: string, find: () => T | undefined | null | false, timeoutMs = TIMEOUT_MS): Promise<T> {
  const found = poll(what, find, timeoutMs);
  found.catch(() => {});
  return found;
}

async function poll<T>(what: string, find: () => T | undefined | null | false, timeoutMs: number): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
