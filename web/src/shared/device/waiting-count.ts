import { createAtom } from '@tanstack/store';

/**
 * How many saves and ends of the signed-in account wait on this device. Here and not in the outbox, which a screen
 * would otherwise load to show a number.
 */
export const waitingCount = createAtom(0);
