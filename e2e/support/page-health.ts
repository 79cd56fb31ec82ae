import type { Page } from '@playwright/test';

declare global {
  interface Window {
    longestTaskMs?: number;
  }
}

/** What a page costs its person, and how much it sent. */
export interface PageHealth {
  /** The longest time the page stood still since the last question, in milliseconds. */
  longestTaskMs(): Promise<number>;
  /** The bytes that are still in use after a collection of garbage. */
  heapBytes(): Promise<number>;
}

/** Watches a page from now on. */
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
    heapBytes: async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
  };
}
