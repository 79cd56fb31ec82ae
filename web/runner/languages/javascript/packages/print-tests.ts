import { problemText } from '../project/problem-text.ts';
import type { TestListener } from './test-listener.ts';

/** Returns a listener that prints the results of a program's own tests. `placeOf` returns the frames of an error. */
export function printTests(write: (text: string) => void, placeOf: (error: unknown) => string): TestListener {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const print = (text: string) => write(`${text}\n`);
  return {
    begins: () => undefined,
    ends({ names }, outcome) {
      counts[outcome === null ? 'passed' : outcome === 'skipped' ? 'skipped' : 'failed']++;
      print(`${outcome === null ? '✓' : outcome === 'skipped' ? '-' : '✗'} ${names.join(' > ')}`);
      if (outcome === null || outcome === 'skipped') return;
      print(problemText(outcome.error, placeOf).replaceAll(/^(?!\s*$)/gm, '    '));
    },
    over() {
      const parts = Object.entries(counts).filter(([, count]) => count > 0);
      print(`\nTests: ${parts.map(([word, count]) => `${count} ${word}`).join(', ')}`);
    },
  };
}
