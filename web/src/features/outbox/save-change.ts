import type { Author, Entry, Operation } from './outbox-entry.ts';
import { answerOf, enqueue, outbox, outcomeOf, wasDiscarded } from './page-outbox.ts';
import type { Outcome } from './page-outbox.ts';

/**
 * The place of a change: on the server, on this device until the server answers, nowhere because the user discarded it,
 * or refused, with the reason. `answered` resolves to the place after the wait. `discard` deletes a refused change from
 * this device; call it while the text is on a screen, where the user can try again.
 */
export type SavedWhere =
  | { kind: 'saved' }
  | { kind: 'discarded' }
  | { kind: 'queued'; answered?: () => Promise<SavedWhere> }
  | { kind: 'failed'; message: string; discard?: () => Promise<void> };

/** A change on its way; neither promise rejects. */
export interface SentChange {
  /**
   * Resolves once the next change may follow, because this one is on the disk, or this device refuses storage and it is
   * sent.
   */
  stored: Promise<void>;
  /** Resolves to the place of the change, once that is known. */
  outcome: Promise<SavedWhere>;
}

interface Options {
  /** The account that wrote the change. If another one is signed in by now, it neither sees nor sends it. */
  author?: Author | null | undefined;
  /** The message if a refusal has none. */
  refused: string;
  /** Saves if the device refuses storage. Never rejects. */
  withoutStorage: () => Promise<SavedWhere>;
}

/** Sends a change through the outbox; if there is no server, it waits there. */
export function saveChange(
  about: Pick<Entry, 'interviewId' | 'roomCode'>,
  operation: Operation,
  { author, refused, withoutStorage }: Options,
): SentChange {
  const adding = enqueue(about, operation, author);
  const outcome = adding.then(async (opId) => whereIs(opId, await outcomeOf(opId), refused)).catch(withoutStorage);
  const sent = async () => void (await outcome);
  return { stored: adding.then(() => undefined, sent), outcome };
}

async function whereIs(opId: string, result: Outcome, refused: string): Promise<SavedWhere> {
  if (result.kind === 'refused') {
    const { sequence, problem } = result.entry;
    return { kind: 'failed', message: problem ?? refused, discard: () => outbox.discard(sequence) };
  }
  if (result.kind === 'sent') return (await wasDiscarded(opId)) ? { kind: 'discarded' } : { kind: 'saved' };
  return { kind: 'queued', answered: async () => whereIs(opId, await answerOf(opId), refused) };
}
