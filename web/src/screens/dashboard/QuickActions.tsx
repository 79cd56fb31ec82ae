import { useNavigate } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './dashboard.module.css';

interface QuickAction {
  title: string;
  text: string;
  to: '/editor' | '/sessions' | '/interviewers' | '/settings';
  /** Works without an active subscription too. */
  always?: boolean;
  ownerOnly?: boolean;
}

const ACTIONS: QuickAction[] = [
  { title: 'Start Interview', text: 'Opens a private room with a link to share.', to: '/editor' },
  { title: 'View Sessions', text: 'Past and live interviews, with code.', to: '/sessions' },
  { title: 'Manage Interviewers', text: 'Manage who can run interviews.', to: '/interviewers', ownerOnly: true },
  { title: 'Settings', text: 'Profile, password, notifications.', to: '/settings', always: true },
];

/** The main actions. Those that need a subscription are dimmed without one and show why. */
export function QuickActions({ active, owner }: { active: boolean; owner: boolean }) {
  const shown = ACTIONS.filter(({ ownerOnly }) => owner || !ownerOnly);
  return (
    <nav className={styles.actions} data-beside={shown.length - 1} aria-label="Quick actions">
      {shown.map((action, index) => (
        <ActionCard key={action.to} action={action} open={active || action.always === true} main={index === 0} />
      ))}
    </nav>
  );
}

function ActionCard({ action, open, main }: { action: QuickAction; open: boolean; main: boolean }) {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={classes(styles.action, main && styles.main)}
      disabled={!open}
      onClick={() => void navigate({ to: action.to })}
    >
      <span className={styles.actionTitle}>{action.title}</span>
      <span className={styles.actionText}>{open ? action.text : 'Needs an active subscription.'}</span>
      <ArrowRight className={styles.arrow} size={main ? 24 : 18} aria-hidden />
    </button>
  );
}
