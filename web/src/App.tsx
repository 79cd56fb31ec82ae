import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { AccountStore } from './features/auth/account-store.ts';
import { AccountContext } from './features/auth/useAccount.ts';
import { router } from './router.ts';
import { queryClient } from './shared/api/query-client.ts';
import { Toaster } from './shared/ui/feedback/Toaster.tsx';
import './shared/ui/theme/fonts.css';
import './shared/ui/theme/tokens.css';
import './shared/ui/theme/base.css';

/** Renders the whole app, in the browser and for the pages that are prerendered at build time. */
export function App({ accountStore }: { accountStore: AccountStore }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AccountContext value={accountStore}>
          <RouterProvider router={router} />
          <Toaster />
        </AccountContext>
      </QueryClientProvider>
    </StrictMode>
  );
}
