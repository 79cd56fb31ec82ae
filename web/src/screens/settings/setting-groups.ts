import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { SignInWays } from '@cip/contracts/accounts/sign-in-ways';

/** What the sections of an account depend on. */
export interface SettingsOf {
  role: Role;
  ways: SignInWays | undefined;
  /** True if the server reports the state of emails. */
  hasMail: boolean;
}

type IsFor = (settings: SettingsOf) => boolean;

const everyone = () => true;
const managers: IsFor = ({ role }) => mayManage(role);
const owner: IsFor = ({ role }) => role === 'owner';

/** The sections of the settings in their groups, in the order of the page, and the accounts that have them. */
const GROUPS: readonly (readonly [group: string, sections: readonly (readonly [title: string, IsFor])[]])[] = [
  [
    'Company',
    [
      ['Company Profile', managers],
      ['Visibility', managers],
      ['Subscription Management', owner],
      ['Email', ({ role, hasMail }) => role === 'owner' && hasMail],
      ['Code engine', owner],
      ['Data', managers],
      ['Delete company', owner],
    ],
  ],
  [
    'You',
    [
      ['Sign-In', ({ ways }) => Boolean(ways?.provider)],
      ['Change Password', ({ ways }) => ways?.password !== false],
      ['Two-Step Sign-In', everyone],
      ['Where You’re Signed In', everyone],
      ['Notification Preferences', managers],
      // Coordinators take part in no session.
      ['Calendar', ({ role }) => mayInterview(role)],
    ],
  ],
  [
    'Team rules',
    [
      ['Rules', managers],
      ['Single Sign-On', ({ role, ways }) => role === 'owner' && ways !== undefined],
      ['Two-step for everyone', managers],
    ],
  ],
  [
    'Developer',
    [
      ['API Keys', owner],
      ['Webhooks', owner],
      ['Activity', managers],
    ],
  ],
];

/** Returns the groups of an account's settings with the titles of their sections. */
export function settingGroups(settings: SettingsOf): { group: string; titles: string[] }[] {
  return GROUPS.map(([group, sections]) => ({
    group,
    titles: sections.flatMap(([title, isFor]) => (isFor(settings) ? [title] : [])),
  })).filter(({ titles }) => titles.length > 0);
}
