import type { Completion, InterviewRule } from '@cip/contracts/rooms/rules';
import type { TimelineKind } from '@cip/contracts/timeline/timeline';
import { COMPLETION_LABELS, ruleText } from '../../../shared/rule-text.ts';
import type { Mark, MomentWords } from './moment.ts';

interface Context {
  words: MomentWords;
  nameOf: (index: number | null) => string;
}

type Words = string | ((data: never, context: Context) => string);

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

function ofCandidate(verb: string): Words {
  return ({ participant }: { participant: number | null }, { nameOf }) => `${verb} ${nameOf(participant)}`;
}

/** Returns the mark of an event and its words. */
export function wordsOf(kind: TimelineKind, data: object, context: Context): { mark: Mark; text: string } {
  const [mark, words] = KINDS[kind] ?? ownName(kind);
  return { mark, text: typeof words === 'string' ? words : words(data as never, context) };
}

/** Returns the words of a kind by its name, such as `question_shown`. */
function ownName(kind: string): [Mark, string] {
  const mark = kind.startsWith('question') ? 'question' : kind.startsWith('note') ? 'note' : 'other';
  const name = kind.replaceAll('_', ' ');
  return [mark, name.charAt(0).toUpperCase() + name.slice(1)];
}
