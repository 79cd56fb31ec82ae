import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import type { TestReport } from '@cip/contracts/questions/test-reports';
import { testFilesOf } from '@cip/contracts/runs/test-files';
import { useState } from 'react';
import { countOf } from '../../tests/file-tests.ts';
import { countPassed, progressText } from '../../tests/test-runner.ts';
import type { OwnResults } from '../../tests/test-runner.ts';
import type { QuestionParts } from '../question-parts.ts';
import { solutionFiles, textsOf, withText } from '../files/solution-files.ts';
import { useTestBench } from './use-test-bench.ts';

interface SolutionOptions {
  draft: Pick<QuestionContent, 'starters' | 'tests' | 'data' | 'solutions'>;
  change: (part: Pick<QuestionContent, 'solutions'>) => void;
  parts: QuestionParts;
}

/** The result of a test in the last run. */
export interface LastResult {
  report: TestReport;
  /** Whether the test has changed since. */
  isEarlier: boolean;
}

/** A solution of the question, and the results of the tests with it. */
export type Solution = ReturnType<typeof useSolution>;

/**
 * Reads and changes the solutions of a question, and runs the tests and test files with that of the chosen language.
 */
export function useSolution({ draft, change, parts }: SolutionOptions) {
  const [chosen, choose] = useState(draft.solutions?.[0]?.language ?? null);
  const [open, openFile] = useState<string | null>(null);
  const { results, ran, carry, start, stop } = useTestBench(parts);
  const { solutions = [] } = draft;
  const language = chosen ?? draft.starters[0]?.language ?? (draft.tests[0]?.is_query ? 'sql' : 'python');
  const own = textsOf(solutions, language);
  const starter = draft.starters.find((one) => one.language === language);
  const files = solutionFiles(language, starter, own);
  const testFiles = testFilesOf(language, files);
  const written = files.filter(({ name }) => !testFiles.includes(name));
  const first = files[0] ?? { name: '', content: '' };
  const shown = written.find(({ name }) => name === open) ?? first;
  const reports = results ? [...results.shown, ...results.hidden] : [];
  const isRunning = results?.isRunning ?? false;
  const type = (content: string) =>
    change({ solutions: withText(solutions, { language, starter }, { name: shown.name, content }) });
  const lastOf = (test: QuestionTest): LastResult | null => {
    const place = ran.findIndex(({ now }) => now === test);
    const report = reports[place];
    return report ? { report, isEarlier: ran[place]?.asRun !== test } : null;
  };
  return {
    language,
    choose,
    /** The files to write; test files are written among the starters. */
    written,
    /** The file that is shown. */
    shown,
    openFile,
    type,
    /** The tests of files in the last run. */
    files: results?.files ?? null,
    isRunning,
    hasRun: reports.length > 0,
    status: results ? statusOf(results, reports, ran.length) : '',
    /** Returns the result of a test in the last run; null if it was not in it. */
    lastOf,
    /** Keeps the result of a test that is changed. */
    carry,
    run: () => {
      const more = files.length > 1 ? files : undefined;
      const tried = { language, code: first.content, files: more, dataSet: draft.data };
      if (draft.tests.length + testFiles.length > 0) start({ tests: draft.tests, tried, testFiles });
    },
    stop,
  };
}

function statusOf(results: OwnResults, reports: TestReport[], total: number): string {
  const progress = progressText(results, reports.length, total);
  if (progress !== null) return progress;
  const { files } = results;
  if (reports.length === 0 && !files) return '';
  const ofFiles = files ? countOf(files) : { passed: 0, total: 0 };
  return `${countPassed(reports).passed + ofFiles.passed} of ${total + ofFiles.total} tests pass`;
}
