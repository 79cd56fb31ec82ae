import { useQuery } from '@tanstack/react-query';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { InterviewersScreen } from '../../features/interviewers/InterviewersScreen.tsx';

/** Renders the company's interviewers with how many of them its plan includes. */
export function PlanInterviewers() {
  const { data } = useQuery(currentSubscriptionQuery);
  return <InterviewersScreen most={data?.subscription?.plan.max_interviewers} />;
}
