import type { TestCounts } from '@cip/contracts/runs/run-tests';

/** Returns how many tests passed, failed and were skipped, in a few words. */
export function testsText({ passed, failed, skipped }: TestCounts): string {
  const counts = Object.entries({ passed, failed, skipped }).filter(([, count]) => count > 0);
  return counts.map(([word, count]) => `${count} ${word}`).join(', ') || 'No tests ran';
}
