import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAccountStore } from './features/auth/account-store.ts';
import { AccountContext } from './features/auth/useAccount.ts';
import { router } from './router.ts';
import { suppressExtensionErrors } from './shared/extension-errors.ts';
import { queryClient } from './shared/query-client.ts';
import { AppTheme } from './shared/ui/AppTheme.tsx';
import { Toaster } from './shared/ui/Toaster.tsx';
import './shared/ui/fonts.css';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

suppressExtensionErrors();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const accountStore = createAccountStore();

createRoot(root).render(
  <StrictMode>
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <AccountContext value={accountStore}>
          <RouterProvider router={router} />
          <Toaster />
        </AccountContext>
      </QueryClientProvider>
    </AppTheme>
  </StrictMode>,
);
