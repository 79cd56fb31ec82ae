import { useState } from 'react';
import type { Outcome } from '../../shared/form/use-action.ts';

export type OutcomeState = ReturnType<typeof useOutcome>;

/** Holds the outcome of the last action of a section until it is dismissed. */
export function useOutcome() {
  const [shown, report] = useState<Outcome | null>(null);
  return { shown, report, dismiss: () => report(null) };
}
