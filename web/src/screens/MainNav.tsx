import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import ListVideo from 'lucide-react/icons/list-video';
import Settings from 'lucide-react/icons/settings';
import Users from 'lucide-react/icons/users';
import { isOwner, useAccount } from '../features/auth/useAccount.ts';
import { TextLink } from '../shared/ui/TextLink.tsx';
import styles from './MainNav.module.css';

const PLACES = [
  { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/sessions', label: 'Sessions', Icon: ListVideo },
  { to: '/interviewers', label: 'Interviewers', Icon: Users, isOwnerOnly: true },
  { to: '/settings', label: 'Settings', Icon: Settings },
] as const;

/** Links the main screens: in the bar, and on a phone as tabs at its lower edge. */
export function MainNav() {
  const owner = isOwner(useAccount());
  return (
    <nav className={styles.nav} aria-label="Main">
      {PLACES.filter((place) => owner || !('isOwnerOnly' in place)).map(({ to, label, Icon }) => (
        <TextLink key={to} to={to} className={styles.link}>
          <Icon size={20} aria-hidden />
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
