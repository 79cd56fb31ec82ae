import { createFileRoute } from '@tanstack/react-router';
import { PlanInterviewers } from '../../../screens/plans/PlanInterviewers.tsx';
import { RoleOnly } from '../../../screens/RoleOnly.tsx';

export const Route = createFileRoute('/_signed-in/_shell/interviewers')({ component: Interviewers });

function Interviewers() {
  return (
    <RoleOnly to="manager">
      <PlanInterviewers />
    </RoleOnly>
  );
}
