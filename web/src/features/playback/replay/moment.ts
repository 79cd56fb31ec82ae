import type { PlaybackRun } from '@cip/contracts/playback/playback';

/** Marks of the timeline; each has its own sign. */
export type Mark =
  | 'language'
  | 'question'
  | 'passed'
  | 'failed'
  | 'paste'
  | 'presence'
  | 'offline'
  | 'closed'
  | 'note'
  | 'end'
  | 'other';

/** A moment that a reader may want to see. */
export interface Moment {
  ms: number;
  /** Index of the participant; null for the system. */
  by: number | null;
  mark: Mark;
  text: string;
  /** The text of the file that it happened in, if there is one. */
  root?: string;
  /** True if only the signed-in account sees it, so that it is neither printed nor shared. */
  isOwn?: boolean;
}

/** Functions of other features that the words about moments need. */
export interface MomentWords {
  languageLabel(language: string): string;
  /** Returns how a run ended, in a few words. */
  runText(run: PlaybackRun): string;
}
