import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { createAccountStore } from '../features/auth/account-store.ts';
import { AccountContext } from '../features/auth/useAccount.ts';
import { queryDefaults } from '../shared/api/query-client.ts';

const nothing = () => undefined;

interface Options {
  /** The address at which the page opens. */
  address?: string;
  /** True if every media query matches, false if none does. */
  wide?: boolean;
  /** Replaces `wide`: returns true if one media query matches. */
  matches?: (media: string) => boolean;
}

/** Renders a screen inside the providers of main.tsx; every address leads to it. Returns history and account store. */
export async function renderScreen(
  screen: ReactNode,
  { wide = true, matches = () => wide, address = '/' }: Options = {},
) {
  // jsdom has no media queries.
  const listening = { addEventListener: nothing, removeEventListener: nothing };
  // Joy uses the deprecated methods.
  const deprecatedListening = { addListener: nothing, removeListener: nothing };
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: matches(media), ...listening, ...deprecatedListening }));
  vi.stubGlobal('scrollTo', nothing);
  const history = createMemoryHistory({ initialEntries: [address] });
  const store = createAccountStore();
  await store.check();
  const router = createRouter({
    history,
    routeTree: createRootRoute({ component: () => screen, notFoundComponent: () => screen }),
  });
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { ...queryDefaults.queries, retry: false } } })}
    >
      <AccountContext value={store}>
        <RouterProvider router={router as never} />
      </AccountContext>
    </QueryClientProvider>,
  );
  return { history, store };
}
