import { QuestionScreen } from '../../features/questions/bank/editor/QuestionScreen.tsx';
import { LeaveGuard } from '../../shared/ui/overlay/LeaveGuard.tsx';
import { questionParts } from './question-parts.ts';

/** The editor of a question with its parts from other features. */
export function QuestionPage({ id }: { id: string }) {
  return (
    <>
      <LeaveGuard />
      <QuestionScreen id={id} parts={questionParts} />
    </>
  );
}
