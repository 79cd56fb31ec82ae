import type { CardContent } from '@cip/contracts/scorecards';
import { outbox, outboxEntries, perform } from '../../features/outbox/page-outbox.ts';
import type { Operation } from '../../features/outbox/outbox-entry.ts';
import { withEdits } from '../../features/scorecards/card-edits.ts';

/** The interview that a scorecard is about. */
export interface CardPlace {
  interviewId: string;
  roomCode: string;
}

/** Where a change of a scorecard is: on the server, on this device until the server answers, or nowhere. */
export type CardOutcome = { kind: 'saved' | 'queued' } | { kind: 'failed'; message: string };

const FAILURE = 'Failed to save the scorecard.';

/** Sends a change of a scorecard or its submission through the outbox; without a server it waits there. Never rejects. */
export async function sendCard(place: CardPlace, operation: Operation): Promise<CardOutcome> {
  try {
    const outcome = await perform(place, operation);
    if (outcome.kind !== 'refused') return { kind: outcome.kind === 'sent' ? 'saved' : 'queued' };
    // It is shown here, and the author can try again.
    await outbox.discard(outcome.entry.sequence);
    return { kind: 'failed', message: outcome.entry.problem ?? FAILURE };
  } catch {
    return { kind: 'failed', message: 'This device refuses to store the scorecard. Please keep this page open.' };
  }
}

/** Returns the content after the changes that wait on this device. */
export function withQueued(content: CardContent, { interviewId }: CardPlace): CardContent {
  return outboxEntries
    .get()
    .filter((entry) => entry.interviewId === interviewId)
    .reduce((result, entry) => (entry.kind === 'scorecard' ? withEdits(result, entry.body) : result), content);
}
