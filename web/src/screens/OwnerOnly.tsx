import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOwner, useAccount } from '../features/auth/useAccount.ts';
import { Button } from '../shared/ui/form/Button.tsx';
import { EmptyState } from '../shared/ui/feedback/EmptyState.tsx';
import { Page } from '../shared/ui/Page.tsx';

/** Shows its content to the company account only. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const account = useAccount();
  const navigate = useNavigate();
  if (isOwner(account)) return children;
  return (
    <Page title="For the company account">
      <EmptyState
        title="Only the company account can open this"
        action={
          <Button look="primary" onClick={() => void navigate({ to: '/dashboard' })}>
            Dashboard
          </Button>
        }
      >
        You are signed in as an interviewer of {account.company.name}. Ask the company account for changes here.
      </EmptyState>
    </Page>
  );
}
