import { cleanup, configure } from '@testing-library/react';
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
