import { vi } from 'vitest';

/** Waits for a state on a busy machine; no claim about its speed. */
export const soon = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 5_000 });
