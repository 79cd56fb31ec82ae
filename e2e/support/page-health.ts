import type { Page } from '@playwright/test';

declare global {
  interface Window {
    longestTaskMs?: number;
  }
}

/** A page's responsiveness and memory. */
export interface PageHealth {
  /** Returns the longest task since the last call (ms). */
  longestTaskMs(): Promise<number>;
  /** Returns the processor's time of the page's main thread so far (ms); unlike a task, it stands still in a pause. */
  mainThreadMs(): Promise<number>;
  /** Returns the used heap after a garbage collection (bytes). */
  heapBytes(): Promise<number>;
}

/** Starts to observe a page. */
export async function watchHealth(page: Page): Promise<PageHealth> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const note = (ms: number) => (window.longestTaskMs = Math.max(window.longestTaskMs ?? 0, ms));
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) note(duration);
    }).observe({ type: 'longtask' });
  });
  return {
    longestTaskMs: () =>
      page.evaluate(() => {
        const longest = window.longestTaskMs ?? 0;
        window.longestTaskMs = 0;
        return longest;
      }),
    mainThreadMs: async () => {
      await session.send('Performance.enable');
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? NaN);
    },
    heapBytes: async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
  };
}
