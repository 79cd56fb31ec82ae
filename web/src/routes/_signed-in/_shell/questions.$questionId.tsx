import { createFileRoute } from '@tanstack/react-router';
import { readBankPlace } from '../../../features/questions/bank/bank-place.ts';
import { QuestionPage } from '../../../screens/questions/QuestionPage.tsx';
import { RoleOnly } from '../../../screens/RoleOnly.tsx';

export const Route = createFileRoute('/_signed-in/_shell/questions/$questionId')({
  validateSearch: readBankPlace,
  component: Question,
});

function Question() {
  const { questionId } = Route.useParams();
  return (
    <RoleOnly to="interviewer">
      <QuestionPage id={questionId} />
    </RoleOnly>
  );
}
