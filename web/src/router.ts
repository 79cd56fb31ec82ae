import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { NotFoundScreen } from './screens/errors/NotFoundScreen.tsx';
import { UnexpectedErrorScreen } from './screens/errors/UnexpectedErrorScreen.tsx';

/** Creates the router of the app; without a history it uses the browser's. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    // Query values stay strings, because the default parser would turn a room code of digits into a number.
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
  /** State that a screen passes to the next one; it survives a reload and is not part of the address. */
  interface HistoryState {
    /** The e-mail that the user entered to sign in. */
    email?: string;
    /** True if a list opened these details, so that closing them goes back. */
    isOpened?: boolean;
    /** Opens the dialog that schedules a session. */
    isPlanning?: boolean;
    /** The template that this dialog begins with. */
    templateId?: string;
    /** The session was scheduled a moment ago. */
    isNew?: boolean;
  }
}
