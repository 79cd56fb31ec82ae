import type { Page } from '@playwright/test';

/** Returns how much of the page moved since it was opened (cumulative layout shift). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive in the next frames.
        requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(() => resolve(sum), 50)));
      }),
  );
}
