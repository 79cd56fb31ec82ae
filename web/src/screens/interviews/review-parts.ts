import type { ReviewParts } from '../../features/interviews/review/review-parts.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { CodeView } from './CodeView.tsx';
import { LanguageName } from './LanguageName.tsx';

/** The parts of reviews that other features provide. */
export const reviewParts: ReviewParts = {
  CodeView,
  LanguageName,
  // Lazy, because notes need the outbox, which loads after the screens.
  Notes: lazyPart(async () => (await import('./InterviewNotes.tsx')).InterviewNotes),
  // Lazy, because the list is complete without it.
  CardState: lazyPart(async () => (await import('../scorecards/CardState.tsx')).CardState),
  OpenCards: lazyPart(async () => (await import('../scorecards/OpenCardsLink.tsx')).OpenCardsLink),
};
