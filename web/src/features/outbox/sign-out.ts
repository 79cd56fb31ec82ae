import type { Outbox } from './outbox.ts';

/** What a person who signs out wants done with what waits: sent first, kept for this account, or forgotten. */
export type SignOutChoice = 'send' | 'keep' | 'discard';

/** Does as chosen; true when nothing stands against signing out any more. */
export async function settleBeforeSignOut(outbox: Outbox, choice: SignOutChoice): Promise<boolean> {
  if (choice === 'keep') return true;
  if (choice === 'discard') {
    for (const { sequence } of await outbox.list()) await outbox.discard(sequence);
    return true;
  }
  await outbox.flush();
  return (await outbox.list()).length === 0;
}
