import { roleOf, useAccount } from '../features/auth/useAccount.ts';
import { ButtonLink } from '../shared/ui/joy/ButtonLink.tsx';
import { EmptyState } from '../shared/ui/feedback/EmptyState.tsx';
import { Page } from '../shared/ui/Page.tsx';

/** The accounts that may see a screen: the owner; the owner and admins; or all but coordinators. */
export type Audience = 'owner' | 'manager' | 'interviewer';

const TITLES: Record<Audience, string> = {
  owner: 'Only the company account can open this',
  manager: 'Only the company account and admins can open this',
  interviewer: 'Only interviewers can open this',
};

/** Renders a screen that the account may not see. */
export function NoAccess({ to: audience }: { to: Audience }) {
  const account = useAccount();
  const role = roleOf(account);
  const article = role === 'coordinator' ? 'a' : 'an';
  return (
    <Page title="No access">
      <EmptyState
        title={TITLES[audience]}
        action={
          <ButtonLink look="primary" to="/dashboard">
            Open dashboard
          </ButtonLink>
        }
      >
        You are signed in as {article} {role} of {account.company.name}.{' '}
        {audience === 'interviewer'
          ? 'You schedule, move and cancel sessions. Ask the company account if you need more.'
          : 'Ask the company account for changes here.'}
      </EmptyState>
    </Page>
  );
}
