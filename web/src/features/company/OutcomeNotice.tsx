import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import type { OutcomeState } from './useOutcome.ts';

/** Shows the outcome of the last action beside it, until it is dismissed. */
export function OutcomeNotice({ outcome: { shown, dismiss } }: { outcome: OutcomeState }) {
  if (shown === null) return null;
  return (
    <Notice tone={shown.tone} onDismiss={dismiss}>
      {shown.text}
    </Notice>
  );
}
