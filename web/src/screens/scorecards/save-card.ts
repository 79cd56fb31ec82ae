import type { CardContent } from '@cip/contracts/scorecards/card-content';
import type { Author, Operation } from '../../features/outbox/outbox-entry.ts';
import { outboxEntries } from '../../features/outbox/page-outbox.ts';
import { saveChange } from '../../features/outbox/save-change.ts';
import type { SentChange } from '../../features/outbox/save-change.ts';
import { withEdits } from '../../features/scorecards/card/card-edits.ts';

/** The interview that a scorecard is about. */
export interface CardPlace {
  interviewId: string;
  roomCode: string;
}

/** Sends a change of a scorecard or its submission through the outbox; if the server is unreachable, it waits there. */
export function sendCard(place: CardPlace, operation: Operation, author?: Author | null): SentChange {
  const message = 'This device refuses to store the scorecard. Please keep this page open.';
  return saveChange(place, operation, {
    author,
    refused: 'Failed to save the scorecard.',
    withoutStorage: () => Promise.resolve({ kind: 'failed', message }),
  });
}

/** Returns the content after the changes that wait on this device. */
export function withQueued(content: CardContent, { interviewId }: CardPlace): CardContent {
  return outboxEntries
    .get()
    .filter((entry) => entry.interviewId === interviewId)
    .reduce((result, entry) => (entry.kind === 'scorecard' ? withEdits(result, entry.body) : result), content);
}
