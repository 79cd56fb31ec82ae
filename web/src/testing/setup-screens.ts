import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Runs before the check of console errors, which counts the ones of unmounting too.
afterEach(cleanup);

// How long a test waits for a state on a busy machine, in milliseconds; no claim about the screen's speed.
configure({ asyncUtilTimeout: 5_000 });
