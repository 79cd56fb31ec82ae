import type { PlaybackEvent, PlaybackRun } from '@cip/contracts/playback';
import type { TimelineKind } from '@cip/contracts/timeline';
import { formatCountOf } from '../../../shared/format.ts';
import type { Recording, Step } from './recording.ts';

/** Marks of the timeline; each has its own sign. */
export type Mark =
  | 'language'
  | 'question'
  | 'passed'
  | 'failed'
  | 'paste'
  | 'presence'
  | 'offline'
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
}

/** What words about moments need of other features. */
export interface MomentWords {
  languageLabel(language: string): string;
  /** Returns how a run ended, in a few words. */
  runText(run: PlaybackRun): string;
}

/** Text of at least this many lines that arrives at once is marked: one line arrives whole with Enter. */
const PASTE_LINES = 3;
/** So is one of this many characters, which nobody types in one edit. */
const PASTE_CHARS = 160;
/** What arrives this long after an offline period was typed in it (ms). */
const OFFLINE_ARRIVAL_MS = 5_000;

type Words =
  | string
  | ((data: never, context: { words: MomentWords; nameOf: (index: number | null) => string }) => string);

/** What each kind of event reads as. Kinds that are not listed appear under their own name. */
const KINDS: Partial<Record<TimelineKind, [Mark, Words]>> = {
  opened: ['other', 'Session started'],
  joined: ['presence', 'Joined'],
  left: ['presence', 'Left'],
  removed: ['presence', ofCandidate('Removed')],
  waiting: ['presence', 'Asked to join'],
  admitted: ['presence', ofCandidate('Let in')],
  sent_back: ['presence', ofCandidate('Sent back to wait:')],
  rejected: ['presence', ofCandidate('Did not let in')],
  locked: ['other', 'Locked the room'],
  unlocked: ['other', 'Unlocked the room'],
  language: [
    'language',
    ({ language }: { language: string }, { words }) => `Changed the language to ${words.languageLabel(language)}`,
  ],
  typing_mode: [
    'other',
    ({ mode }: { mode: string }) =>
      mode === 'enter' ? 'Switched to sending whole lines' : 'Switched to sending each key',
  ],
  saved: ['other', 'Saved the code'],
  runs_allowed: [
    'other',
    ({ isAllowed }: { isAllowed: boolean }) => (isAllowed ? 'Switched running on' : 'Switched running off'),
  ],
  question_shown: ['question', ({ number }: { number: number }) => `Showed question ${number}`],
  question_hidden: ['question', ({ number }: { number: number }) => `Hid question ${number}`],
  data_set: [
    'other',
    ({ name }: { name: string | null }) => (name === null ? 'Removed the data set' : `Attached the data set ${name}`),
  ],
};

/** Events that other parts of a recording show better. */
const ELSEWHERE: ReadonlySet<TimelineKind> = new Set(['run', 'offline', 'ended']);

function ofCandidate(verb: string): Words {
  return ({ participant }: { participant: number | null }, { nameOf }) => `${verb} ${nameOf(participant)}`;
}

/** Returns the moments of a recording in order. */
export function momentsOf(recording: Recording, words: MomentWords): Moment[] {
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
  const end: Moment = { ms: recording.durationMs, by: null, mark: 'end', text: 'Session ended' };
  const inOrder = [...happened, ...ran, ...offline, ...pastesOf(recording)].toSorted((one, other) => one.ms - other.ms);
  // Entered later, or by a clock that was set back: all moments are within the recording.
  return [...inOrder, end].map((moment) => ({ ...moment, ms: Math.min(Math.max(0, moment.ms), recording.durationMs) }));
}

function momentOf(
  { at, by, ...act }: PlaybackEvent,
  context: { words: MomentWords; nameOf: (index: number | null) => string },
): Moment[] {
  const kind: TimelineKind = act.kind;
  if (ELSEWHERE.has(kind)) return [];
  const [mark, said] = KINDS[kind] ?? ownName(kind);
  return [{ ms: at, by, mark, text: typeof said === 'string' ? said : said(act.data as never, context) }];
}

/** Returns the words of a kind by its name, such as `question_shown`. */
function ownName(kind: string): [Mark, string] {
  const mark = kind.startsWith('question') ? 'question' : kind.startsWith('note') ? 'note' : 'other';
  const name = kind.replaceAll('_', ' ');
  return [mark, name.charAt(0).toUpperCase() + name.slice(1)];
}

function pastesOf({ steps, clock, head }: Recording): Moment[] {
  return steps.flatMap((step, index) => {
    const lines = pastedLines(step);
    const ms = clock[index] ?? 0;
    const isOffline = head.gaps.some(
      ({ by, from, to }) => by === step.by && ms >= from && ms <= to + OFFLINE_ARRIVAL_MS,
    );
    if (lines === 0 || isOffline) return [];
    return [{ ms, by: step.by, mark: 'paste', text: `${formatCountOf(lines, 'line')} at once` }];
  });
}

/** Returns how many lines an edit inserts if it inserts too much to be typed; otherwise 0. */
function pastedLines({ by, changes }: Step): number {
  if (by === null) return 0;
  const inserted = changes.map(([, , text]) => text).join('');
  const lines = inserted.replace(/\n$/, '').split('\n').length;
  return lines >= PASTE_LINES || inserted.length >= PASTE_CHARS ? lines : 0;
}

const SECOND_MS = 1_000;

/** Formats a length as `2 min 5 s`. */
function lengthText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / SECOND_MS));
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes} min`, rest > 0 && `${rest} s`].filter(Boolean).join(' ');
}

/** Formats a moment as `12:34`, and from an hour on as `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / SECOND_MS);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
