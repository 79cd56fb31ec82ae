import type { Interview } from '@cip/contracts/interviews/interviews';
import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { HistoryState } from '@tanstack/react-router';
import { sessionKey } from '../../features/interviews/session-key.ts';

/** An entry of the search: a screen, a session, or something to do. */
export interface Command {
  id: string;
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

const everyone = () => true;
const isOwner = (role: Role) => role === 'owner';

/** Sections of the settings, by the end of their address: who has them, and other words for them. */
const SECTIONS = [
  ['company-profile', 'Company profile', mayManage, 'rule call link'],
  ['visibility', 'Whom sessions are visible to', mayManage, ''],
  ['change-password', 'Change password', everyone, ''],
  ['notification-preferences', 'Notification preferences', mayManage, 'reminders reports'],
  ['email', 'Email', isOwner, 'test mail smtp'],
  ['subscription-management', 'Subscription', isOwner, 'plan billing'],
  ['single-sign-on', 'Single sign-on', isOwner, 'sso domain'],
  ['two-step-sign-in', 'Two-step sign-in', everyone, 'authenticator 2fa'],
  ['where-you-re-signed-in', 'Devices that are signed in', everyone, ''],
  ['calendar', 'Calendar', mayInterview, 'feed google outlook'],
  ['api-keys', 'API keys', isOwner, ''],
  ['webhooks', 'Webhooks', isOwner, ''],
  ['activity', 'Activity', mayManage, 'audit log'],
  ['data', 'Export, retention, deletion', mayManage, ''],
] as const;

/** Returns everything that the signed-in user can open or do, apart from sessions. */
export function appCommands({ open, signOut, setScheme }: CommandPorts, role: Role): Command[] {
  const to = (address: string, label: string, hint = 'Open', words = ''): Command => ({
    id: address,
    label,
    hint,
    words,
    run: () => open(address),
  });
  return [
    ...(mayInterview(role) ? [to('/editor', 'Start interview', 'New room')] : []),
    { id: 'schedule', label: 'Schedule session', hint: 'Plan', run: () => open('/sessions', { isPlanning: true }) },
    to('/dashboard', 'Dashboard'),
    to('/sessions', 'Sessions', 'Open', 'interviews'),
    ...(mayInterview(role)
      ? [
          to('/questions', 'Questions', 'Open', 'bank'),
          to('/questions/new', 'New question', 'Questions'),
          to('/questions?view=Templates', 'Templates', 'Questions'),
        ]
      : []),
    ...(mayManage(role) ? [to('/interviewers', 'Interviewers', 'Open', 'colleagues users people invite')] : []),
    ...(role === 'owner' ? [to('/subscription-plans', 'Plans', 'Billing')] : []),
    to('/settings', 'Settings'),
    ...SECTIONS.filter(([, , isFor]) => isFor(role)).map(([id, label, , words]) =>
      to(`/settings#${id}`, label, 'Settings', words),
    ),
    ...(['light', 'dark', 'system'] as const).map((scheme) => ({
      id: scheme,
      label: `Use ${scheme === 'system' ? 'the system’s colors' : `${scheme} colors`}`,
      hint: 'Color scheme',
      run: () => setScheme(scheme),
    })),
    to('/try', 'Try the editor', 'Help', 'practice'),
    { id: 'sign-out', label: 'Logout', hint: 'Account', words: 'sign out', run: signOut },
  ];
}

/** Returns a command per session: active ones open their room, others and those of coordinators their details. */
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
      label: canJoin ? `Join ${name ?? 'the session without a candidate'}` : (name ?? email ?? key),
      hint: [status, email].filter((part) => part !== null).join(' · '),
      run: () => open(canJoin ? `/editor?room=${key}` : `/sessions?session=${key}`),
    };
  });
}

/**
 * Returns the commands that contain every word of the text, in any case, first those whose label does; sessions only for
 * a text.
 */
export function findCommands(text: string, app: readonly Command[], sessions: readonly Command[]): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (place: string) => words.every((word) => place.toLowerCase().includes(word));
  const matches = ({ label, hint, words: more = '' }: Command) => hasWords(`${label} ${hint} ${more}`);
  const live = sessions.filter(({ label }) => label.startsWith('Join '));
  return [
    ...(words.length === 0 ? live : sessions).filter(matches).slice(0, SESSIONS_MAX),
    ...app.filter(matches).toSorted((one, other) => +hasWords(other.label) - +hasWords(one.label)),
  ];
}
