import { sectionId } from '../../features/company/section-id.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './settings.module.css';

const OWNERS = [
  'Company Profile',
  'Notification Preferences',
  'Subscription Management',
  'Activity',
  'Data',
  'Delete company',
];
const TITLES = [
  'Company Profile',
  'Change Password',
  'Notification Preferences',
  'Subscription Management',
  'Two-Step Sign-In',
  'Where You’re Signed In',
  'Activity',
  'Data',
  'Delete company',
];

/** Links the sections of the settings: at the side, and above them on a narrow screen. */
export function SectionList({ isOwner }: { isOwner: boolean }) {
  return (
    <nav className={styles.list} aria-label="Settings">
      {TITLES.filter((title) => isOwner || !OWNERS.includes(title)).map((title) => (
        <TextLink key={title} to="/settings" hash={sectionId(title)} activeOptions={{ includeHash: true }}>
          {title}
        </TextLink>
      ))}
    </nav>
  );
}
