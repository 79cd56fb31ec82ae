import type { PlaybackEvent } from '@cip/contracts/playback/playback';
import { call } from '../../../shared/api/api-client.ts';
import { parseClock, SECOND_MS } from '../replay/clock.ts';
import { countUpTo } from '../replay/count-up-to.ts';
import type { Recording } from '../replay/recording.ts';

/** A stretch of a recording (ms since the start). */
export interface ChosenStretch {
  from: number;
  to: number;
}

/**
 * Returns the stretch between two moments as the player shows them, with the whole last second; null if there is none.
 */
export function stretchOf(fromText: string, toText: string, durationMs: number): ChosenStretch | null {
  const from = parseClock(fromText);
  const lastSecond = parseClock(toText);
  if (from === null || lastSecond === null || lastSecond < from || from > durationMs) return null;
  return { from, to: lastSecond + SECOND_MS - 1 };
}

/** The counts of a stretch's contents. */
export interface Content {
  edits: number;
  runs: number;
  /** Reports of tests; only the latest of each question is stored. */
  reports: number;
  /** Names that files got. */
  names: number;
  dataSets: number;
}

/** Returns how much of a stretch its removal changes. */
export function contentOf({ clock, runs, events }: Recording, { from, to }: ChosenStretch): Content {
  const isWithin = (at: number) => at >= from && at <= to;
  const countOf = (...kinds: PlaybackEvent['kind'][]) =>
    events.filter(({ at, kind }) => isWithin(at) && kinds.includes(kind)).length;
  const reportedAt = new Map(events.flatMap((each) => (each.kind === 'tests_run' ? [[each.data.id, each.at]] : [])));
  return {
    edits: countUpTo(clock, to) - countUpTo(clock, from - 1),
    runs: runs.filter(({ at }) => isWithin(at)).length,
    reports: [...reportedAt.values()].filter(isWithin).length,
    names: countOf('file_created', 'file_renamed'),
    dataSets: countOf('data_set'),
  };
}

/** Removes a stretch of a recording for good. */
export const closeStretch = (interviewId: string, stretch: ChosenStretch) =>
  call('POST /interview-sessions/:id/closed-stretches', { params: { id: interviewId }, body: stretch });
