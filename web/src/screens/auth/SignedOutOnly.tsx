import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useAuthState } from '../../features/auth/useAccount.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { placeAfterSignIn } from './place-after-sign-in.ts';

/** Shows a form to signed-out visitors; redirects signed-in users to the page they wanted. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const { phase, account } = useAuthState();
  // Once the form is open, it redirects after its own sign-in.
  const [isOpen, setOpen] = useState(() => storedAccount() === null);
  if (!isOpen && phase === 'unauthenticated') setOpen(true);
  if (isOpen) return children;
  return phase === 'authenticated' ? <GoOn companyId={account.company.id} /> : <PageSpinner />;
}

function GoOn({ companyId }: { companyId: string }) {
  const { history } = useRouter();
  const isRedirecting = useRef(false);
  useEffect(() => {
    if (isRedirecting.current) return;
    isRedirecting.current = true;
    void placeAfterSignIn(companyId).then((address) => history.replace(address));
  }, [companyId, history]);
  return <PageSpinner />;
}
