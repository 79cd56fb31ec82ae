import { onTestFinished, vi } from 'vitest';

/** Holds timers of exactly this delay until the test ends. Returns a function that runs them as if it had passed. */
export function holdTimers(delayMs: number): () => void {
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  const held = new Map<unknown, () => void>();
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, ms?: number) => {
    const timer = set(run, ms);
    if (ms === delayMs) held.set(timer, run);
    return timer;
  });
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    clear(timer);
  });
  onTestFinished(() => {
    vi.mocked(globalThis.setTimeout).mockRestore();
    vi.mocked(globalThis.clearTimeout).mockRestore();
  });
  return () => {
    for (const [timer, run] of held) {
      clear(timer as NodeJS.Timeout);
      run();
    }
    held.clear();
  };
}
