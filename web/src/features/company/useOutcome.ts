import { useState } from 'react';

export type Outcome = ReturnType<typeof useOutcome>;

/** Holds the outcome of the last action of a form until it is dismissed. */
export function useOutcome() {
  const [shown, setShown] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  return {
    shown,
    show: (tone: 'good' | 'bad', text: string) => setShown({ tone, text }),
    dismiss: () => setShown(null),
  };
}
