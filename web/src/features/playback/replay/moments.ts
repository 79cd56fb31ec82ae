import type { PlaybackEvent, PlaybackRun } from '@cip/contracts/playback/playback';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import { starterMark, type StarterMark } from '@cip/contracts/rooms/starter-marks';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import { COMPLETION_LABELS, ruleText } from '../../../shared/rule-text.ts';
import { formatCountOf } from '../../../shared/format.ts';
import { lengthText } from './clock.ts';
import { isFormatting } from './is-formatting.ts';
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
  /** True if only the signed-in account sees it, so that it is neither printed nor shared. */
  isOwn?: boolean;
}

/** A line of the signed-in account's own notes; `minute` counts from the start. */
export interface OwnNote {
  minute: number | null;
  text: string;
}

/** Functions of other features that the words about moments need. */
export interface MomentWords {
  languageLabel(language: string): string;
  /** Returns how a run ended, in a few words. */
  runText(run: PlaybackRun): string;
}

const MINUTE_MS = 60_000;
/** Least number of lines that count as pasted if they arrive in one edit; one line arrives whole with Enter. */
const PASTE_LINES = 3;
/** Least number of characters that count as pasted, because nobody types so many in one edit. */
const PASTE_CHARS = 160;
/** If text arrives within this time after an offline period, it was typed in it (ms). */
const OFFLINE_ARRIVAL_MS = 5_000;

type Words =
  | string
  | ((data: never, context: { words: MomentWords; nameOf: (index: number | null) => string }) => string);

/** The words for each kind of event. If a kind is not listed, it appears under its own name. */
const KINDS: Partial<Record<TimelineKind, [Mark, Words]>> = {
  opened: ['other', 'Session started'],
  joined: ['presence', 'Joined'],
  left: ['presence', 'Left'],
  removed: ['presence', ofCandidate('Removed')],
  waiting: ['presence', 'Asked to join'],
  admitted: ['presence', ofCandidate('Let in')],
  sent_back: ['presence', ofCandidate('Sent back to wait:')],
  rejected: ['presence', ofCandidate('Rejected')],
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
  formatted: ['other', 'Formatted the code'],
  rule: [
    'other',
    ({ rule }: { rule: InterviewRule | null }) => (rule === null ? 'Removed the rule' : `Rule: ${ruleText(rule)}`),
  ],
  completion: [
    'other',
    ({ completion }: { completion: Completion }) => `Code completion: ${COMPLETION_LABELS[completion]}`,
  ],
  runs_allowed: [
    'other',
    ({ isAllowed }: { isAllowed: boolean }) => (isAllowed ? 'Switched running on' : 'Switched running off'),
  ],
  question_shown: ['question', ({ number }: { number: number }) => `Showed question ${number}`],
  question_hidden: ['question', ({ number }: { number: number }) => `Hid question ${number}`],
  tests_run: ['question', testsText],
  file_created: ['other', ({ name }: { name: string }) => `Created ${name}`],
  file_renamed: ['other', ({ name, former }: { name: string; former: string }) => `Renamed ${former} to ${name}`],
  file_deleted: ['other', ({ name }: { name: string }) => `Deleted ${name}`],
  file_restored: ['other', ({ name }: { name: string }) => `Restored ${name}`],
  files_allowed: [
    'other',
    ({ isAllowed }: { isAllowed: boolean }) =>
      isAllowed ? 'Let candidates change files' : 'Kept changing files to interviewers',
  ],
  data_set: [
    'other',
    ({ name }: { name: string | null }) => (name === null ? 'Removed the data set' : `Attached the data set ${name}`),
  ],
};

type Counts = { passed: number; total: number };

function testsText({ number, hidden, ...shown }: Counts & { number: number; hidden: Counts | null }): string {
  const share = ({ passed, total }: Counts, kind: string) =>
    `${passed} of ${total} ${kind} ${total === 1 ? 'test passes' : 'tests pass'}`;
  const parts = [shown.total > 0 && share(shown, 'shown'), hidden && share(hidden, 'hidden')].filter(Boolean);
  return `Tested question ${number}: ${parts.length > 0 ? parts.join(', ') : 'done'}`;
}

/** Events that other parts of a recording show better. */
const ELSEWHERE: ReadonlySet<TimelineKind> = new Set(['run', 'offline', 'ended']);

function ofCandidate(verb: string): Words {
  return ({ participant }: { participant: number | null }, { nameOf }) => `${verb} ${nameOf(participant)}`;
}

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

function pastesOf(recording: Recording): Moment[] {
  const { steps, clock, head } = recording;
  return steps.flatMap((step, index): Moment[] => {
    const lines = pastedLines(step);
    const ms = clock[index] ?? 0;
    const isOffline = head.gaps.some(
      ({ by, from, to }) => by === step.by && ms >= from && ms <= to + OFFLINE_ARRIVAL_MS,
    );
    if (lines === 0 || isOffline || isFormatting(recording, index)) return [];
    const question = starterIn(step, head.starters);
    if (question !== null)
      return [{ ms, by: step.by, mark: 'question', text: `Inserted the starter of question ${question}` }];
    return [{ ms, by: step.by, mark: 'paste', text: `${formatCountOf(lines, 'line')} at once` }];
  });
}

/** The line above a starter that is added below other code (questions/room/starter-edit.ts). */
const STARTER_HEAD = /^\s*(--|#|\/\/) -{20} Question \d+\n/;

/** Returns the question whose starter an edit inserts, and nothing besides; null for any other edit. */
function starterIn({ changes }: Step, starters: readonly StarterMark[] = []): number | null {
  if (starters.length === 0) return null;
  const inserted = changes.map(([, , text]) => text).join('');
  const mark = starterMark(inserted.replace(STARTER_HEAD, ''));
  return starters.find(([, known]) => known === mark)?.[0] ?? null;
}

/** Returns how many lines an edit inserts if it inserts too much to be typed; otherwise 0. */
function pastedLines({ by, changes }: Step): number {
  if (by === null) return 0;
  const inserted = changes.map(([, , text]) => text).join('');
  const lines = inserted.replace(/\n$/, '').split('\n').length;
  return lines >= PASTE_LINES || inserted.length >= PASTE_CHARS ? lines : 0;
}
