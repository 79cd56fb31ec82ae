import { createAtom } from '@tanstack/store';

/**
 * The number of saves and ends of the signed-in account that wait on this device. Not in the outbox, because a screen
 * would have to load that to show a number.
 */
export const waitingCount = createAtom(0);
