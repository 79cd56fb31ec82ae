import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readBankPlace, type BankPlace } from '../../../features/questions/bank/bank-place.ts';
import { QuestionsPage } from '../../../screens/questions/QuestionsPage.tsx';
import { RoleOnly } from '../../../screens/RoleOnly.tsx';

export const Route = createFileRoute('/_signed-in/_shell/questions/')({
  validateSearch: readBankPlace,
  component: Questions,
});

function Questions() {
  const navigate = Route.useNavigate();
  const toPlace = useCallback(
    (search: BankPlace) => void navigate({ search, replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <RoleOnly to="interviewer">
      <QuestionsPage place={Route.useSearch()} onPlace={toPlace} />
    </RoleOnly>
  );
}
