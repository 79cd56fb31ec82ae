import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import type { InterviewActions } from './useInterviewActions.ts';

/** Shows why the last action on an interview failed. */
export function ActionProblem({ actions: { problem, dismissProblem } }: { actions: InterviewActions }) {
  if (problem === null) return null;
  return (
    <Notice tone="bad" onDismiss={dismissProblem}>
      {problem}
    </Notice>
  );
}
