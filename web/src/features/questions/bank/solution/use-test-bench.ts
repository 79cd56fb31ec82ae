import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import { useEffect, useRef, useState } from 'react';
import { useAction } from '../../../../shared/form/use-action.ts';
import { useStore } from '../../../../shared/store.ts';
import { toast } from '../../../../shared/ui/feedback/toast-store.ts';
import type { TestedCode } from '../../tests/test-execution.ts';
import { TestRunner } from '../../tests/test-runner.ts';
import type { QuestionParts, TestBench } from '../question-parts.ts';

/** A test as it was in the last run, and as it is now. */
interface RanTest {
  asRun: QuestionTest;
  now: QuestionTest;
}

interface Run {
  tests: QuestionContent['tests'];
  tried: TestedCode;
  /** The names of its test files. */
  testFiles: readonly string[];
}

const nothing = () => undefined;

/**
 * Runs tests on this device until the screen closes. `ran` has the tests of the last run in the order of its results.
 */
export function useTestBench(parts: QuestionParts) {
  const [runner] = useState(() => new TestRunner());
  const [ran, setRan] = useState<RanTest[]>([]);
  const bench = useRef<Promise<TestBench> | null>(null);
  useEffect(
    () => () => {
      runner.stop();
      bench.current?.then(({ close }) => close(), nothing);
    },
    [runner],
  );
  const runAll = async ({ tests, tried, testFiles }: Run) => {
    const opening = (bench.current ??= parts.openTestBench());
    opening.catch(() => (bench.current = null));
    const { execute, executeFiles: executeIn } = await opening;
    const inOrder = tests.toSorted((one, other) => Number(one.is_hidden) - Number(other.is_hidden));
    setRan(inOrder.map((test) => ({ asRun: test, now: test })));
    const origin = { hash: '', replaces: undefined, lacks: '' };
    const { signal } = new AbortController();
    const executeFiles = testFiles.length > 0 ? executeIn(tried, testFiles) : undefined;
    await runner.run({ id: '', tests }, { ...tried, origin, execute, executeFiles, signal });
  };
  const { start } = useAction({
    run: (asked: Run) => runner.start(() => runAll(asked)),
    failure: () => 'The tests could not be run.',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
  });
  const carry = (before: QuestionTest, now: QuestionTest) =>
    setRan((all) => all.map((one) => (one.now === before ? { ...one, now } : one)));
  return { results: useStore(runner.store), ran, carry, start, stop: () => runner.pressStop() };
}
