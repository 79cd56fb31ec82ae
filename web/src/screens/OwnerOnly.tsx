import type { ReactNode } from 'react';
import { isOwner, useAccount } from '../features/auth/useAccount.ts';
import { ButtonLink } from '../shared/ui/form/ButtonLink.tsx';
import { EmptyState } from '../shared/ui/feedback/EmptyState.tsx';
import { Page } from '../shared/ui/Page.tsx';

/** Shows its content to the company account only. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const account = useAccount();
  if (isOwner(account)) return children;
  return (
    <Page title="For the company account">
      <EmptyState
        title="Only the company account can open this"
        action={
          <ButtonLink look="primary" to="/dashboard">
            Open dashboard
          </ButtonLink>
        }
      >
        You are signed in as an interviewer of {account.company.name}. Ask the company account for changes here.
      </EmptyState>
    </Page>
  );
}
