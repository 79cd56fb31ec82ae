import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import { defineModalDialogs } from './modal-dialogs.ts';
import { stylesOfPage } from './page-styles.tsx';

const dropStyles = stylesOfPage();
defineModalDialogs();

// Runs before the check of console errors, which counts the ones of unmounting too.
afterEach(() => {
  cleanup();
  // Dropped, because jsdom matches each element of a query with every rule that there is.
  dropStyles();
});

// How long a test waits for a state on a busy machine, in milliseconds; no claim about the screen's speed.
configure({ asyncUtilTimeout: 20_000 });

// React's development build would capture the stack of each element's creation for its warnings, a sixth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {},
});
