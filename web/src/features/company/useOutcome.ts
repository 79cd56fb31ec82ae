import { useState } from 'react';

export type Outcome = ReturnType<typeof useOutcome>;

/** What came of the last save, until it is dismissed. */
export function useOutcome() {
  const [shown, setShown] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  return {
    shown,
    show: (tone: 'good' | 'bad', text: string) => setShown({ tone, text }),
    dismiss: () => setShown(null),
  };
}
