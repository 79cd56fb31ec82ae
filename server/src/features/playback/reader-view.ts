import type { PlaybackScorecard } from '@cip/contracts/playback/playback-extras';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import type { Recording } from './playback-head.ts';

/** The parts of a recording that a review link shows its readers. */
export interface ReaderView {
  showsCandidate: boolean;
  showsQuestions: boolean;
  scorecards: PlaybackScorecard[];
}

/** The name of a candidate if their name is not shown. */
const CANDIDATE = 'The candidate';

/** Kinds of events that readers of a review link get. A new kind is private until it is listed here. */
const READERS_GET: ReadonlySet<TimelineKind> = new Set([
  'opened',
  'joined',
  'left',
  'language',
  'typing_mode',
  'rule',
  'completion',
  'offline',
  'saved',
  'formatted',
  'run',
  'question_shown',
  'question_hidden',
  'tests_run',
  'data_set',
  'file_created',
  'file_renamed',
  'file_deleted',
  'file_restored',
  'ended',
]);

/** Whether readers of a review link get events of this kind. */
export const isForReaders = (kind: TimelineKind) => READERS_GET.has(kind);

/** Returns a recording as readers of a review link get it. */
export function forReaders(recording: Recording, { showsCandidate }: Pick<ReaderView, 'showsCandidate'>): Recording {
  if (showsCandidate) return recording;
  const { head } = recording;
  const participants = head.participants.map(({ name, type }) => ({
    name: type === 'candidate' ? CANDIDATE : name,
    type,
  }));
  return { ...recording, head: { ...head, candidateName: null, participants } };
}
