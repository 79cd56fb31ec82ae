import ArrowRight from 'lucide-react/icons/arrow-right';
import type { MouseEvent } from 'react';
import { classes } from '../../shared/ui/theme/classes.ts';
import { pressOnSpace } from '../../shared/ui/plain/press-on-space.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './dashboard.module.css';

interface QuickAction {
  title: string;
  text: string;
  to: '/editor' | '/sessions' | '/interviewers' | '/settings';
  /** Works without an active subscription too. */
  always?: boolean;
  managersOnly?: boolean;
}

const ACTIONS: QuickAction[] = [
  { title: 'Start Interview', text: 'Opens a private room with a link to share.', to: '/editor' },
  { title: 'View Sessions', text: 'Past and live interviews, with code.', to: '/sessions' },
  { title: 'Manage Interviewers', text: 'Manage who can run interviews.', to: '/interviewers', managersOnly: true },
  { title: 'Settings', text: 'Profile, password, notifications.', to: '/settings', always: true },
];

interface QuickActionsProps {
  active: boolean;
  manager: boolean;
  /** The reason if no interview can start now; null if one can. */
  limit: string | null;
  /** Called instead of a start that the limit forbids. */
  onLimit: () => void;
}

/** The main actions. If they need a subscription and there is none, they are dimmed and show the reason. */
export function QuickActions({ active, manager, limit, onLimit }: QuickActionsProps) {
  const shown = ACTIONS.filter(({ managersOnly }) => manager || !managersOnly);
  return (
    <nav className={styles.actions} data-beside={shown.length - 1} aria-label="Quick actions">
      {shown.map((action, index) => (
        <ActionCard
          key={action.title}
          action={index === 0 && active && limit !== null ? { ...action, text: limit } : action}
          open={active || action.always === true}
          main={index === 0}
          {...(index === 0 && limit !== null && { onBarred: onLimit })}
        />
      ))}
    </nav>
  );
}

interface ActionCardProps {
  action: QuickAction;
  open: boolean;
  main: boolean;
  onBarred?: () => void;
}

function ActionCard({ action, open, main, onBarred }: ActionCardProps) {
  if (!open) return <ClosedAction title={action.title} main={main} />;
  const onClick = (event: MouseEvent) => {
    if (onBarred === undefined) return;
    event.preventDefault();
    onBarred();
  };
  return (
    // A button by its role, as before; a link, so that it opens in a new tab.
    <TextLink
      to={action.to}
      role="button"
      className={classes(styles.action, main && styles.main)}
      onClick={onClick}
      onKeyDown={pressOnSpace}
    >
      <ActionContent {...action} main={main} />
    </TextLink>
  );
}

interface ActionContentProps extends Pick<QuickAction, 'title' | 'text'> {
  main: boolean;
}

/** Renders the texts of an action. */
export function ActionContent({ title, text, main }: ActionContentProps) {
  return (
    <>
      <span className={styles.actionTitle}>{title}</span>
      <span className={styles.actionText}>{text}</span>
      <ArrowRight className={styles.arrow} size={main ? 24 : 18} aria-hidden />
    </>
  );
}

/** Renders an action that needs a subscription, dimmed. */
export function ClosedAction({ title, main }: Omit<ActionContentProps, 'text'>) {
  return (
    <button type="button" className={classes(styles.action, main && styles.main)} disabled>
      <ActionContent title={title} text="Needs an active subscription." main={main} />
    </button>
  );
}
