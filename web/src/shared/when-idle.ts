/** Runs something when the page has nothing better to do, at the latest after `withinMs`; the answer calls it off. */
export function whenIdle(run: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(run, { timeout: withinMs });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, withinMs);
  return () => clearTimeout(timer);
}
