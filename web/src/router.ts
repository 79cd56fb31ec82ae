import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { NotFoundScreen } from './screens/errors/NotFoundScreen.tsx';
import { UnexpectedErrorScreen } from './screens/errors/UnexpectedErrorScreen.tsx';

/** Creates the router of the app; without a history it follows the browser's. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    // Query values stay the strings they are: the default reads a room code made of digits as a number.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    defaultErrorComponent: UnexpectedErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });
}

export const router = createAppRouter();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  /** What a screen tells the next one; it stays over a reload and is in no address. */
  interface HistoryState {
    /** The e-mail somebody was typing to sign in. */
    email?: string;
  }
}
