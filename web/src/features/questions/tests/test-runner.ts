import type { QuestionTest } from '@cip/contracts/questions/questions';
import type { TestReport } from '@cip/contracts/questions/test-reports';
import { createAtom } from '@tanstack/store';
import { runTests } from './run-tests.ts';
import type { ExecuteTest, TestedCode } from './test-execution.ts';

/** A question whose tests run. For candidates it has no hidden ones. */
export interface TestedQuestion {
  id: string;
  tests: readonly (Omit<QuestionTest, 'is_hidden'> & { is_hidden?: boolean })[];
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
  isRunning: boolean;
}

/** Runs the tests of questions on this device, one question at a time. */
export class TestRunner {
  /** The latest results. */
  readonly store = createAtom<OwnResults | null>(null);
  #stop = new AbortController();

  /** Runs all tests; resolves with the results, or with null if they were stopped. */
  async run(
    question: TestedQuestion,
    {
      origin,
      execute,
      signal: given,
      ...tested
    }: TestedCode & { origin: ResultsOrigin } & {
      execute: ExecuteTest;
      signal: AbortSignal;
    },
  ): Promise<OwnResults | null> {
    this.stop();
    const own = (this.#stop = new AbortController());
    const signal = AbortSignal.any([given, own.signal]);
    const isHidden = (test: TestedQuestion['tests'][number]) => test.is_hidden === true;
    const shown = question.tests.filter((test) => !isHidden(test));
    const reports: TestReport[] = [];
    const results = (isRunning: boolean): OwnResults => {
      const parts = { shown: reports.slice(0, shown.length), hidden: reports.slice(shown.length) };
      return { ...origin, question: question.id, ...parts, isRunning };
    };
    this.store.set(results(true));
    try {
      for await (const report of runTests([...shown, ...question.tests.filter(isHidden)], tested, execute, signal)) {
        reports.push(report);
        if (!signal.aborted) this.store.set(results(true));
      }
      return signal.aborted ? null : results(false);
    } finally {
      if (this.#stop === own) this.store.set(results(false));
    }
  }

  /** Stops the tests, and shows their results so far. */
  stop(): void {
    this.#stop.abort();
    const results = this.store.get();
    if (results?.isRunning) this.store.set({ ...results, isRunning: false });
  }
}

/** Returns how many tests passed, of how many. */
export function countPassed(reports: readonly TestReport[]): { passed: number; total: number } {
  return { passed: reports.filter(({ outcome }) => outcome === 'passed').length, total: reports.length };
}
