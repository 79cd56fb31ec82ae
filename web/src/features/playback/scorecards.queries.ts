import { toPlaybackScorecard, type PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';
import type { OwnNote } from './replay/moments.ts';

/**
 * The parts of an interview's scorecards that a player needs: the account's own notes, and the cards that it may read.
 */
export interface PlayerScorecards {
  notes: readonly OwnNote[];
  scorecards: readonly PlaybackScorecard[];
}

/** The scorecards of an interview, for its player. */
export const playerScorecardsQuery = (interviewId: string) =>
  queryOptions({
    queryKey: ['playback', interviewId, 'scorecards'],
    queryFn: async (): Promise<PlayerScorecards> => {
      const { own, cards, criteria } = await call('GET /interview-sessions/:id/scorecards', {
        params: { id: interviewId },
      });
      return {
        notes: own?.content.notes ?? [],
        scorecards: cards.map((card) => toPlaybackScorecard(card, criteria)),
      };
    },
  });
