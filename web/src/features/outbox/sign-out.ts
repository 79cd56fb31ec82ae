import type { Outbox } from './outbox.ts';

/**
 * The user's choice for the waiting entries at a sign-out: send them first, keep them for this account, or discard
 * them.
 */
export type SignOutChoice = 'send' | 'keep' | 'discard';

/** Carries out the choice; resolves to true if the sign-out may go on. */
export async function settleBeforeSignOut(outbox: Outbox, choice: SignOutChoice): Promise<boolean> {
  if (choice === 'keep') return true;
  if (choice === 'discard') {
    for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
    return true;
  }
  await outbox.flush();
  return (await outbox.list()).length === 0;
}
