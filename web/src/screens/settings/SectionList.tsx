import { mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { SignInWays } from '@cip/contracts/accounts/sign-in-ways';
import { sectionId } from '../../features/company/section-id.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './settings.module.css';

const OWNERS = ['Email', 'Single Sign-On', 'Subscription Management', 'API Keys', 'Webhooks', 'Delete company'];
/** Coordinators take part in no session. */
const INTERVIEWERS = ['Calendar'];
const MANAGERS = ['Company Profile', 'Visibility', 'Notification Preferences', 'Activity', 'Data'];
const TITLES = [
  'Company Profile',
  'Visibility',
  'Sign-In',
  'Change Password',
  'Notification Preferences',
  'Email',
  'Subscription Management',
  'Single Sign-On',
  'Two-Step Sign-In',
  'Where You’re Signed In',
  'Calendar',
  'API Keys',
  'Webhooks',
  'Activity',
  'Data',
  'Delete company',
];

function isFor(title: string, role: Role): boolean {
  if (OWNERS.includes(title)) return role === 'owner';
  if (INTERVIEWERS.includes(title)) return role !== 'coordinator';
  return mayManage(role) || !MANAGERS.includes(title);
}

interface SectionListProps {
  role: Role;
  ways: SignInWays | undefined;
  /** True if the server reports the state of emails. */
  hasMail: boolean;
}

/** Links the sections of the settings: at the side, and above them on a narrow screen. */
export function SectionList({ role, ways, hasMail }: SectionListProps) {
  const hidden = [
    ...(ways?.provider ? [] : ['Sign-In']),
    ...(ways ? [] : ['Single Sign-On']),
    ...(hasMail ? [] : ['Email']),
    ...(ways?.password === false ? ['Change Password'] : []),
  ];
  return (
    <nav className={styles.list} aria-label="Settings">
      {TITLES.filter((title) => isFor(title, role) && !hidden.includes(title)).map((title) => (
        <TextLink key={title} to="/settings" hash={sectionId(title)} activeOptions={{ includeHash: true }}>
          {title}
        </TextLink>
      ))}
    </nav>
  );
}
