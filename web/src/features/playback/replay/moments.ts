import type { PlaybackEvent } from '@cip/contracts/playback/playback';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import { lengthText } from './clock.ts';
import type { Moment, MomentWords } from './moment.ts';
import { wordsOf } from './moment-words.ts';
import { pastesOf } from './pastes.ts';
import type { Recording } from './recording.ts';

const MINUTE_MS = 60_000;

/** A line of the signed-in account's own notes; `minute` counts from the start. */
export interface OwnNote {
  minute: number | null;
  text: string;
}

/** Events that other parts of a recording show better. */
const ELSEWHERE: ReadonlySet<TimelineKind> = new Set(['run', 'offline', 'ended']);

/** Returns the moments of a recording in order, with the account's own notes at their minutes. */
export function momentsOf(recording: Recording, words: MomentWords, notes: readonly OwnNote[] = []): Moment[] {
  const { head, events, runs } = recording;
  const nameOf = (index: number | null) => (index === null ? 'a participant' : (head.participants[index]?.name ?? ''));
  const happened = events.flatMap((event) => momentOf(event, { words, nameOf }));
  const ran = runs.map((run): Moment => ({
    ms: run.at,
    by: run.by,
    mark: run.end?.reason === 'finished' ? 'passed' : 'failed',
    text: `Ran ${words.languageLabel(run.language)}: ${words.runText(run)}`,
  }));
  const offline = head.gaps.map(({ by, from, to }): Moment => ({
    ms: from,
    by,
    mark: 'offline',
    text: `Offline for ${lengthText(to - from)}`,
  }));
  const closed = head.closed.map(({ from, to }): Moment => ({
    ms: from,
    by: null,
    mark: 'closed',
    text: `An owner removed ${lengthText(to - from)}`,
  }));
  const noted = notes.flatMap(({ minute, text }): Moment[] =>
    minute === null ? [] : [{ ms: minute * MINUTE_MS, by: null, mark: 'note', text, isOwn: true }],
  );
  const end: Moment = { ms: recording.durationMs, by: null, mark: 'end', text: 'Session ended' };
  const inOrder = [...happened, ...ran, ...offline, ...closed, ...noted, ...pastesOf(recording)].toSorted(
    (one, other) => one.ms - other.ms,
  );
  // Some were entered later, or by a clock that was set back, but all moments are within the recording.
  return [...inOrder, end].map((moment) => ({ ...moment, ms: Math.min(Math.max(0, moment.ms), recording.durationMs) }));
}

function momentOf({ at, by, ...act }: PlaybackEvent, context: Parameters<typeof wordsOf>[2]): Moment[] {
  const kind: TimelineKind = act.kind;
  if (ELSEWHERE.has(kind)) return [];
  const root = 'root' in act.data && kind !== 'file_deleted' ? act.data.root : undefined;
  return [{ ms: at, by, ...wordsOf(kind, act.data, context), ...(root !== undefined && { root }) }];
}
