import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import type { TestReport } from '@cip/contracts/questions/test-reports';
import { useState } from 'react';
import { countPassed } from '../tests/test-runner.ts';
import type { QuestionParts } from './question-parts.ts';
import { useTestBench } from './use-test-bench.ts';

interface SolutionOptions {
  draft: Pick<QuestionContent, 'starters' | 'tests' | 'data'>;
  parts: QuestionParts;
  /** Called when the solution is changed. */
  onTyped: (() => void) | undefined;
}

/** The result of a test in the last run. */
export interface LastResult {
  report: TestReport;
  /** Whether the test has changed since. */
  isEarlier: boolean;
}

/** A solution of the question, which is not stored, and the results of the tests with it. */
export type Solution = ReturnType<typeof useSolution>;

/** Holds a solution in each language, and runs the tests with the one of the chosen language. */
export function useSolution({ draft, parts, onTyped }: SolutionOptions) {
  const [chosen, choose] = useState<string | null>(null);
  const [codes, setCodes] = useState<Record<string, string>>({});
  const { results, ran, carry, start, stop } = useTestBench(parts);
  const language = chosen ?? draft.starters[0]?.language ?? (draft.tests[0]?.is_query ? 'sql' : 'python');
  const code = codes[language] ?? draft.starters.find((one) => one.language === language)?.code ?? '';
  const reports = results ? [...results.shown, ...results.hidden] : [];
  const isRunning = results?.isRunning ?? false;
  const type = (text: string) => {
    setCodes((before) => ({ ...before, [language]: text }));
    onTyped?.();
  };
  const lastOf = (test: QuestionTest): LastResult | null => {
    const place = ran.findIndex(({ now }) => now === test);
    const report = reports[place];
    return report ? { report, isEarlier: ran[place]?.asRun !== test } : null;
  };
  return {
    language,
    code,
    choose,
    type,
    isRunning,
    hasRun: reports.length > 0,
    status: statusOf(reports, ran.length, isRunning),
    /** Returns the result of a test in the last run; null if it was not in it. */
    lastOf,
    /** Keeps the result of a test that is changed. */
    carry,
    run: () => {
      if (draft.tests.length > 0) start({ tests: draft.tests, tried: { language, code, dataSet: draft.data } });
    },
    stop,
  };
}

function statusOf(reports: TestReport[], total: number, isRunning: boolean): string {
  if (isRunning) return `Running test ${Math.min(reports.length + 1, total)} of ${total}…`;
  return reports.length > 0 ? `${countPassed(reports).passed} of ${total} tests pass` : '';
}
