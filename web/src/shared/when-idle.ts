/** Runs a function when the page is idle, at the latest after `withinMs`; returns a function that cancels it. */
export function whenIdle(run: () => void, withinMs: number): () => void {
  if ('requestIdleCallback' in window) {
    const idle = requestIdleCallback(run, { timeout: withinMs });
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, withinMs);
  return () => clearTimeout(timer);
}
