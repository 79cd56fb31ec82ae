import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListVideo from 'lucide-react/icons/list-video';
import BookOpenText from 'lucide-react/icons/book-open-text';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import { mayInterview, mayManage } from '@cip/contracts/accounts/roles';
import { roleOf, useAccount } from '../features/auth/useAccount.ts';
import { TextLink } from '../shared/ui/TextLink.tsx';
import styles from './MainNav.module.css';

const PLACES = [
  { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/sessions', label: 'Sessions', Icon: ListVideo },
  { to: '/questions', label: 'Questions', Icon: BookOpenText, isFor: mayInterview },
  { to: '/interviewers', label: 'Interviewers', Icon: Users, isFor: mayManage },
  { to: '/settings', label: 'Settings', Icon: Settings },
] as const;

/** Links the main screens: in the bar, and on a phone as tabs at its lower edge. */
export function MainNav() {
  const role = roleOf(useAccount());
  return (
    <nav className={styles.nav} aria-label="Main">
      {PLACES.filter((place) => !('isFor' in place) || place.isFor(role)).map(({ to, label, Icon }) => (
        <TextLink key={to} to={to} className={styles.link}>
          <Icon size={20} aria-hidden />
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
