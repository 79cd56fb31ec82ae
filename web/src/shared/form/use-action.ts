import { useState } from 'react';
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
  /** Returns the text that is reported after a failure for which the server gives no message. */
  failure: (input: Input) => string;
  /** Receives the outcome, and null when the action starts. */
  report: (outcome: Outcome | null) => void;
  /** Called after a success or a failure; the action is busy until its promise settles. */
  onSettled?: () => unknown;
}

/**
 * Manages an action of a screen that calls the server: whether it is busy, with which input, and its outcome. TanStack
 * Query's `useMutation` does not fit: 0.6 KiB more bring the join page to 150.4 KiB of 150 and the shell to 220.1 of 220.
 */
export function useAction<Input = void, Result = unknown>(options: ActionOptions<Input, Result>) {
  const { run, success, failure, report, onSettled } = options;
  const [pending, setPending] = useState<{ input: Input } | null>(null);
  const perform = async (input: Input) => {
    setPending({ input });
    report(null);
    try {
      const result = await run(input);
      const text = success?.(result) ?? null;
      if (text !== null) report({ tone: 'good', text });
    } catch (error) {
      report({ tone: 'bad', text: messageOf(error, failure(input)) });
    } finally {
      await onSettled?.();
      setPending(null);
    }
  };
  return { busy: pending !== null, input: pending?.input ?? null, start: (input: Input) => void perform(input) };
}
