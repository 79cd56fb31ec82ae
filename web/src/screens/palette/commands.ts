import { foldText } from '@cip/contracts/protocol/fold-text';
import type { Interview } from '@cip/contracts/interviews/interviews';
import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { HistoryState } from '@tanstack/react-router';
import { sectionId } from '../../features/company/section-id.ts';
import { sessionKey } from '../../features/interviews/session-key.ts';
import { settingGroups, type SettingsOf } from '../settings/setting-groups.ts';

/** The groups of entries, in their order. */
export const GROUPS = ['Sessions', 'Go to', 'Actions'] as const;
export type Group = (typeof GROUPS)[number];

/** An entry of the search: a screen, a session, or something to do. */
export interface Command {
  id: string;
  group: Group;
  label: string;
  /** Shown at the end of the line, and searched too. */
  hint: string;
  /** Other words for it, which are searched only. */
  words?: string;
  run: () => void;
}

/** The ways that commands act on the app. */
export interface CommandPorts {
  /** Opens an address of the app; `state` goes with the navigation. */
  open: (address: string, state?: HistoryState) => void;
  signOut: () => void;
  setScheme: (scheme: 'light' | 'dark' | 'system') => void;
}

/** Sessions shown for a search; more than a screen of them would not be read. */
const SESSIONS_MAX = 8;

/** Returns everything that the signed-in user can open or do, apart from sessions. */
export function appCommands({ open, signOut, setScheme }: CommandPorts, of: SettingsOf): Command[] {
  const { role } = of;
  const to = (address: string, label: string, hint = '', words = ''): Command => ({
    id: address,
    group: 'Go to',
    label,
    hint,
    words,
    run: () => open(address),
  });
  const act = (id: string, label: string, run: () => void, words = ''): Command => ({
    id,
    group: 'Actions',
    label,
    hint: '',
    words,
    run,
  });
  return [
    to('/dashboard', 'Dashboard'),
    to('/sessions', 'Sessions', '', 'interviews'),
    ...(mayInterview(role)
      ? [to('/questions', 'Questions', '', 'bank'), to('/questions?view=Templates', 'Templates', 'Questions')]
      : []),
    ...(mayManage(role) ? [to('/interviewers', 'Interviewers', '', 'colleagues users people invite')] : []),
    ...(role === 'owner' ? [to('/subscription-plans', 'Plans', 'Billing')] : []),
    to('/settings', 'Settings'),
    ...settingGroups(of).flatMap(({ settings }) =>
      settings.map(({ title, name = title, words }) => to(`/settings#${sectionId(title)}`, name, 'Settings', words)),
    ),
    to('/try', 'Try the editor', '', 'practice help'),
    ...(mayInterview(role) ? [act('start', 'Start interview', () => open('/editor'), 'new room')] : []),
    act('schedule', 'Schedule session', () => open('/sessions', { isPlanning: true }), 'plan'),
    ...(mayInterview(role) ? [act('new-question', 'New question', () => open('/questions/new'))] : []),
    ...(['light', 'dark', 'system'] as const).map((scheme) =>
      act(
        scheme,
        `Use ${scheme === 'system' ? 'the system’s colors' : `${scheme} colors`}`,
        () => setScheme(scheme),
        'color scheme theme',
      ),
    ),
    act('sign-out', 'Logout', signOut, 'sign out account'),
  ];
}

/** Returns a command per session: active ones open their room, others (and all of a coordinator) their details. */
export function sessionCommands(
  interviews: readonly Interview[],
  open: (address: string) => void,
  role: Role,
): Command[] {
  return interviews.map((interview) => {
    const { candidate_name: name, candidate_email: email, status } = interview;
    const key = sessionKey(interview);
    const canJoin = status === 'active' && mayInterview(role);
    return {
      id: key,
      group: 'Sessions',
      label: canJoin ? `Join ${name ?? 'the session without a candidate'}` : (name ?? email ?? key),
      hint: [status, email].filter((part) => part !== null).join(' · '),
      run: () => open(canJoin ? `/editor?room=${key}` : `/sessions?session=${key}`),
    };
  });
}

/**
 * Returns the commands that contain every word of the text, whatever its case and accents, by group: first the commands
 * whose label has words that begin so. Sessions are found only if there is a text, apart from running ones.
 */
export function findCommands(text: string, app: readonly Command[], sessions: readonly Command[]): Command[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const running = sessions.filter(({ label }) => label.startsWith('Join '));
  const offered = [...(words.length === 0 ? running : sessions), ...app];
  const ranked = offered.map((command) => ({ command, rank: rankOf(command, words) }));
  return GROUPS.flatMap((group) => {
    const found = ranked.filter(({ command, rank }) => command.group === group && rank < NO_MATCH);
    const sorted = found.toSorted((one, other) => one.rank - other.rank).map(({ command }) => command);
    return group === 'Sessions' ? sorted.slice(0, SESSIONS_MAX) : sorted;
  });
}

const NO_MATCH = 4;

/**
 * Returns the rank of a command among the matches: the start of a word before its inside, the label before the rest.
 */
function rankOf({ label, hint, words: more = '' }: Command, words: readonly string[]): number {
  const [name, all] = [foldText(label), foldText(`${label} ${hint} ${more}`)];
  const begins = (place: string) => {
    const starts = place.split(/[^\p{L}\p{N}]+/u);
    return words.every((word) => starts.some((start) => start.startsWith(word)) || place.startsWith(word));
  };
  const includes = (place: string) => words.every((word) => place.includes(word));
  const rank = [begins(name), includes(name), begins(all), includes(all)].indexOf(true);
  return rank === -1 ? NO_MATCH : rank;
}
