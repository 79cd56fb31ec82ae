import type { Account } from '@cip/contracts/accounts/auth';
import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { SignInWays } from '@cip/contracts/accounts/sign-in-ways';
import { roleOf } from '../../features/auth/useAccount.ts';

/** The facts on which the sections of an account depend. */
export interface SettingsOf {
  role: Role;
  ways: SignInWays | undefined;
  /** True if the server reports the state of emails. */
  hasMail: boolean;
}

/** Returns the facts on which the sections of an account depend. */
export function settingsOf(account: Account): SettingsOf {
  return { role: roleOf(account), ways: account.sign_in, hasMail: account.company.mail !== undefined };
}

type IsFor = (settings: SettingsOf) => boolean;

interface Setting {
  isFor: IsFor;
  /** True if only the server can show it. */
  isOnline?: true;
  /** Its name in the quick search, if that is not its title. */
  name?: string;
  /** Other words that find it there. */
  words?: string;
}

const everyone = () => true;
const managers: IsFor = ({ role }) => mayManage(role);
const owner: IsFor = ({ role }) => role === 'owner';

/** The sections of the settings in their groups, in the order of the page, and the accounts that have them. */
const GROUPS = {
  Company: {
    'Company Profile': { isFor: managers, words: 'call link' },
    Visibility: { isFor: managers, name: 'Who can see sessions' },
    'Subscription Management': { isFor: owner, name: 'Subscription', words: 'plan billing' },
    Email: { isFor: ({ role, hasMail }) => role === 'owner' && hasMail, words: 'test mail smtp' },
    'Code engine': { isFor: owner, isOnline: true, words: 'java go piston' },
    Data: { isFor: managers, isOnline: true, name: 'Export and retention' },
    'Delete company': { isFor: owner, isOnline: true },
  },
  You: {
    'Sign-In': { isFor: ({ ways }) => Boolean(ways?.provider), words: 'provider sso' },
    'Change Password': { isFor: ({ ways }) => ways?.password !== false },
    'Two-Step Sign-In': { isFor: everyone, isOnline: true, words: 'authenticator 2fa' },
    'Where You’re Signed In': { isFor: everyone, isOnline: true, name: 'Devices that are signed in' },
    'Notification Preferences': { isFor: managers, words: 'reminders reports' },
    // Coordinators take part in no session.
    Calendar: { isFor: ({ role }) => mayInterview(role), isOnline: true, words: 'feed google outlook' },
  },
  'Team rules': {
    Rules: { isFor: managers, name: 'Rules for AI and completion', words: 'tools editor' },
    'Single Sign-On': {
      isFor: ({ role, ways }) => role === 'owner' && ways !== undefined,
      isOnline: true,
      words: 'sso domain',
    },
    'Two-step for everyone': { isFor: managers, isOnline: true, words: 'authenticator 2fa require' },
  },
  Developer: {
    'API Keys': { isFor: owner, isOnline: true },
    Webhooks: { isFor: owner, isOnline: true },
    Activity: { isFor: managers, isOnline: true, words: 'audit log' },
  },
} as const satisfies Record<string, Record<string, Setting>>;

type Groups = typeof GROUPS;

/** The title of a section of the settings. */
export type SettingTitle = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

/** A section that an account has. */
export interface OwnSetting extends Setting {
  title: SettingTitle;
}

/** Returns the groups of an account's settings with their sections. */
export function settingGroups(of: SettingsOf): { group: string; settings: OwnSetting[] }[] {
  return Object.entries(GROUPS)
    .map(([group, sections]) => ({ group, settings: withTitles(sections).filter(({ isFor }) => isFor(of)) }))
    .filter(({ settings }) => settings.length > 0);
}

function withTitles(sections: Partial<Record<SettingTitle, Setting>>): OwnSetting[] {
  return Object.entries(sections).map(([title, setting]) => ({ title: title as SettingTitle, ...setting }));
}
