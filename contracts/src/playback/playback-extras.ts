import type { SubmittedCard } from '../scorecards/scorecards.ts';
import type { Criterion, Grade, Overall } from '../scorecards/card-content.ts';

/** A question as the room read it: its title, guide, starters, data and tests are not part of a recording. */
export interface PlaybackQuestion {
  number: number;
  text: string;
}

/** A submitted scorecard for readers outside the company: without its author's notes. */
export interface PlaybackScorecard {
  author: string;
  fromPlayback: boolean;
  submittedAt: string;
  overall: Overall | null;
  summary: string;
  ratings: PlaybackRating[];
}

/** The rating of a criterion; `meaning` describes its grade. */
export interface PlaybackRating {
  criterion: string;
  grade: Grade | null;
  meaning: string | null;
  evidence: string;
}

/** Returns a scorecard for readers outside the company. It names each field, so that a new field stays private. */
export function toPlaybackScorecard(
  { author_name: author, from_playback: fromPlayback, submitted_at: submittedAt, content }: SubmittedCard,
  criteria: readonly Criterion[],
): PlaybackScorecard {
  const { overall, summary, ratings } = content;
  const rated = criteria.map(({ id, name, meanings }): PlaybackRating => {
    const rating = ratings.find(({ criterion }) => criterion === id);
    const grade = rating?.grade ?? null;
    const meaning = typeof grade === 'number' ? (meanings[grade - 1] ?? null) : null;
    return { criterion: name, grade, meaning, evidence: rating?.evidence ?? '' };
  });
  return { author, fromPlayback, submittedAt, overall, summary, ratings: rated };
}
