import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Runs before the check of console errors, which counts the ones of unmounting too.
afterEach(cleanup);
