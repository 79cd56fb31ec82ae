import type { PlaybackEvent, PlaybackRun } from '@cip/contracts/playback/playback';
import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import { COMPLETION_LABELS, ruleText } from '../../../shared/rule-text.ts';
import { lengthText } from './clock.ts';
import { pastesOf } from './pastes.ts';
import type { Recording } from './recording.ts';

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
  const text = typeof said === 'string' ? said : said(act.data as never, context);
  const root = 'root' in act.data && kind !== 'file_deleted' ? act.data.root : undefined;
  return [{ ms: at, by, mark, text, ...(root !== undefined && { root }) }];
}

/** Returns the words of a kind by its name, such as `question_shown`. */
function ownName(kind: string): [Mark, string] {
  const mark = kind.startsWith('question') ? 'question' : kind.startsWith('note') ? 'note' : 'other';
  const name = kind.replaceAll('_', ' ');
  return [mark, name.charAt(0).toUpperCase() + name.slice(1)];
}
