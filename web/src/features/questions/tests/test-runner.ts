import type { HiddenFile } from '@cip/contracts/questions/interview-questions';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import type { HiddenTests, TestReport } from '@cip/contracts/questions/test-reports';
import { createAtom } from '@tanstack/store';
import { DOUBLE_CLICK_MS } from '../../../shared/double-click.ts';
import { countOf } from './file-tests.ts';
import type { ExecuteFileTests, FileTests } from './file-tests.ts';
import { runTests } from './run-tests.ts';
import type { ExecuteTest, TestedCode } from './test-execution.ts';

/** A question whose tests run. For candidates it has no hidden ones. */
export interface TestedQuestion {
  id: string;
  tests: readonly (Omit<QuestionTest, 'is_hidden'> & { is_hidden?: boolean })[];
  /** Files that candidates never get; absent for them. */
  hiddenFiles?: readonly HiddenFile[];
}

/** The code and the report that results belong to. */
export interface ResultsOrigin {
  /** Hash of the code that is tested. */
  hash: string;
  /** The report of the room that these results take the place of. */
  replaces: string | undefined;
  /** The lines of others that the code lacks because they were not sent yet; empty if there are none. */
  lacks: string;
}

/** The results of a question's tests on this device; `hidden` is in the order of the hidden tests. */
export interface OwnResults extends ResultsOrigin {
  question: string;
  shown: readonly TestReport[];
  hidden: readonly TestReport[];
  /** The tests of files; null before they ran, and if there are none. */
  files: FileTests | null;
  isRunning: boolean;
  /** Whether they ended before all tests had run. */
  isStopped: boolean;
}

/** Runs the tests of questions on this device, one question at a time. */
export class TestRunner {
  /** The latest results. */
  readonly store = createAtom<OwnResults | null>(null);
  #isStarting = false;
  #startedAt = -Infinity;
  #stop = new AbortController();

  /** Does the work that fetches what tests need and runs them; does nothing while other tests are about to run. */
  async start(work: () => Promise<void>): Promise<void> {
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      await work();
    } finally {
      this.#isStarting = false;
    }
  }

  /** Runs all tests, the files last; resolves with the results, or with null if they were stopped. */
  async run(
    question: TestedQuestion,
    {
      origin,
      execute,
      executeFiles,
      signal: given,
      ...tested
    }: TestedCode & { origin: ResultsOrigin } & {
      execute: ExecuteTest;
      executeFiles?: ExecuteFileTests | undefined;
      signal: AbortSignal;
    },
  ): Promise<OwnResults | null> {
    this.stop();
    this.#isStarting = false;
    this.#startedAt = performance.now();
    const own = (this.#stop = new AbortController());
    const signal = AbortSignal.any([given, own.signal]);
    const isHidden = (test: TestedQuestion['tests'][number]) => test.is_hidden === true;
    const shown = question.tests.filter((test) => !isHidden(test));
    const reports: TestReport[] = [];
    let files: FileTests | null = null;
    let isWhole = false;
    const results = (isRunning: boolean): OwnResults => {
      const parts = { shown: reports.slice(0, shown.length), hidden: reports.slice(shown.length) };
      return { ...origin, question: question.id, ...parts, files, isRunning, isStopped: !isRunning && !isWhole };
    };
    this.store.set(results(true));
    try {
      for await (const report of runTests([...shown, ...question.tests.filter(isHidden)], tested, execute, signal)) {
        reports.push(report);
        if (!signal.aborted) this.store.set(results(true));
      }
      if (executeFiles && !signal.aborted) files = await executeFiles(signal);
      isWhole = !signal.aborted;
      return isWhole ? results(false) : null;
    } finally {
      if (this.#stop === own) this.store.set(results(false));
    }
  }

  /** Stops the tests at a press of the user. */
  pressStop(): void {
    if (performance.now() - this.#startedAt >= DOUBLE_CLICK_MS) this.stop();
  }

  /** Stops the tests, and shows their results so far. */
  stop(): void {
    this.#stop.abort();
    const results = this.store.get();
    if (results?.isRunning) this.store.set({ ...results, isRunning: false, isStopped: true });
  }
}

/** Returns a sentence about tests that run or were stopped; null if all have run. */
export function progressText(
  { isRunning, isStopped }: Pick<OwnResults, 'isRunning' | 'isStopped'>,
  done: number,
  total: number,
): string | null {
  if (isRunning) return done < total ? `Running test ${done + 1} of ${total}…` : 'Running the last tests…';
  if (isStopped) return done < total ? `Stopped after ${done} of ${total} tests.` : 'Stopped in the last tests.';
  return null;
}

/** Returns how many tests passed, of how many. */
export function countPassed(reports: readonly TestReport[]): { passed: number; total: number } {
  return { passed: reports.filter(({ outcome }) => outcome === 'passed').length, total: reports.length };
}

/** Returns how many hidden tests passed, with those of hidden files; null if there are none. */
export function countHidden({ hidden, files }: Pick<OwnResults, 'hidden' | 'files'>): HiddenTests | null {
  const ofFiles = files ? countOf(files) : { passed: 0, total: 0 };
  const { passed, total } = countPassed(hidden);
  return total + ofFiles.total === 0 ? null : { passed: passed + ofFiles.passed, total: total + ofFiles.total };
}
