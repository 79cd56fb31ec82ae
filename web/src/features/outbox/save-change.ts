import type { Entry, Operation } from './outbox-entry.ts';
import { outbox, perform } from './page-outbox.ts';

/** Where a change is: on the server, on this device until the server answers, or nowhere, with the reason. */
export type SavedWhere = { kind: 'saved' | 'queued' } | { kind: 'failed'; message: string };

/** A change on its way. */
export interface SentChange {
  /** Resolves to where the change is, once that is known. Never rejects. */
  outcome: Promise<SavedWhere>;
}

interface Otherwise {
  /** The message of a refusal without one. */
  refused: string;
  /** Saves on a device that refuses storage. Never rejects. */
  withoutStorage: () => Promise<SavedWhere>;
}

/** Sends a change through the outbox; without a server it waits there. */
export function saveChange(
  about: Pick<Entry, 'interviewId' | 'roomCode'>,
  operation: Operation,
  { refused, withoutStorage }: Otherwise,
): SentChange {
  const outcome = perform(about, operation).then(async (result): Promise<SavedWhere> => {
    if (result.kind !== 'refused') return { kind: result.kind === 'sent' ? 'saved' : 'queued' };
    // It is shown on the screen, and the user can try again.
    await outbox.discard(result.entry.sequence);
    return { kind: 'failed', message: result.entry.problem ?? refused };
  });
  return { outcome: outcome.catch(withoutStorage) };
}
