import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import { Suspense, type ReactNode } from 'react';
import { roleOf, useAccount } from '../features/auth/useAccount.ts';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import type { Audience } from './NoAccess.tsx';

// Lazy, because no link leads there.
const NoAccess = lazyPart(async () => (await import('./NoAccess.tsx')).NoAccess);

const MAY_SEE: Record<Audience, (role: Role) => boolean> = {
  owner: (role) => role === 'owner',
  manager: mayManage,
  interviewer: mayInterview,
};

/** Shows its content to accounts that may see it. */
export function RoleOnly({ to, children }: { to: Audience; children: ReactNode }) {
  if (MAY_SEE[to](roleOf(useAccount()))) return children;
  return (
    <Suspense>
      <NoAccess to={to} />
    </Suspense>
  );
}
