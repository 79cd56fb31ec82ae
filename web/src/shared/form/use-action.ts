import { useEffect, useState } from 'react';
import { messageOf } from '../api/api-error.ts';

/** The outcome of an action, as a notice or a toast shows it. */
export interface Outcome {
  tone: 'good' | 'bad';
  text: string;
}

export interface ActionOptions<Input, Result> {
  run: (input: Input) => Promise<Result>;
  /** Returns the text that is reported after a success, or null; without it, a success reports nothing. */
  success?: (result: Result) => string | null;
  /** Returns the text that is reported after a failure if the server gives no message. */
  failure: (input: Input) => string;
  /** Receives the outcome, and null when the action starts. */
  report?: (outcome: Outcome | null) => void;
  /** Called after a success or a failure; the action is busy until its promise settles. */
  onSettled?: () => unknown;
  /** True if a success opens another page; the action stays busy until then. */
  leavesPage?: boolean;
}

/**
 * Manages an action of a screen that calls the server: if it is busy, with which input, the text of its failure until
 * it starts again, and its outcome. TanStack Query's `useMutation` does not fit, because it reports in a later task
 * that it runs, and until then a second click would send the same again.
 */
export function useAction<Input = void, Result = unknown>(options: ActionOptions<Input, Result>) {
  const { run, success, failure, report, onSettled, leavesPage = false } = options;
  const [pending, setPending] = useState<{ input: Input } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!leavesPage) return;
    // The browser may restore the page from its back/forward cache.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setPending(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [leavesPage]);
  const perform = async (input: Input) => {
    setPending({ input });
    setProblem(null);
    report?.(null);
    let isLeaving = leavesPage;
    try {
      const result = await run(input);
      const text = success?.(result) ?? null;
      if (text !== null) report?.({ tone: 'good', text });
    } catch (error) {
      isLeaving = false;
      const text = messageOf(error, failure(input));
      setProblem(text);
      report?.({ tone: 'bad', text });
    } finally {
      await onSettled?.();
      if (!isLeaving) setPending(null);
    }
  };
  return {
    busy: pending !== null,
    input: pending?.input ?? null,
    problem,
    start: (input: Input) => void perform(input),
  };
}
