import type { Page } from '@playwright/test';

/** An event of Chromium's trace, with the arguments that tests read. */
export interface TraceEvent {
  name: string;
  args: { elementCount?: number; data?: { url?: string } };
}

/** Returns Chromium's trace of the given categories while `act` runs. */
export async function traceWhile(page: Page, categories: string[], act: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const seen: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => seen.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', { traceConfig: { includedCategories: categories } });
  await act();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return seen;
}
