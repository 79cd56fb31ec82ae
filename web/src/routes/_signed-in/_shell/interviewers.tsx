import { createFileRoute } from '@tanstack/react-router';
import { InterviewersScreen } from '../../../features/interviewers/InterviewersScreen.tsx';
import { OwnerOnly } from '../../../screens/OwnerOnly.tsx';

export const Route = createFileRoute('/_signed-in/_shell/interviewers')({ component: Interviewers });

function Interviewers() {
  return (
    <OwnerOnly>
      <InterviewersScreen />
    </OwnerOnly>
  );
}
