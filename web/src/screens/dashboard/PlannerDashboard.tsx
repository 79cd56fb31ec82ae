import ArrowRight from 'lucide-react/icons/arrow-right';
import { useAccount } from '../../features/auth/useAccount.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './dashboard.module.css';
import { Work } from './Work.tsx';

/** The first page of a coordinator: their actions, and the running, next and last interviews. */
export function PlannerDashboard() {
  const { company, user } = useAccount();
  const isActive = company.subscription_status === 'active';
  return (
    <Page title={`Welcome back, ${user?.name ?? company.name}!`} tab="Dashboard">
      {!isActive && (
        <Notice tone="warn">
          {company.name} has no active subscription, so no session can be scheduled. Ask the company account.
        </Notice>
      )}
      <nav className={styles.actions} data-beside={2} aria-label="Quick actions">
        {isActive ? (
          <TextLink to="/sessions" state={{ isPlanning: true }} className={classes(styles.action, styles.main)}>
            <span className={styles.actionTitle}>Schedule a session</span>
            <span className={styles.actionText}>Choose a time, the interviewers and the candidate.</span>
            <ArrowRight className={styles.arrow} size={24} aria-hidden />
          </TextLink>
        ) : (
          <button type="button" className={classes(styles.action, styles.main)} disabled>
            <span className={styles.actionTitle}>Schedule a session</span>
            <span className={styles.actionText}>Needs an active subscription.</span>
          </button>
        )}
        <TextLink to="/sessions" className={styles.action}>
          <span className={styles.actionTitle}>View Sessions</span>
          <span className={styles.actionText}>Times, status and decisions.</span>
          <ArrowRight className={styles.arrow} size={18} aria-hidden />
        </TextLink>
        <TextLink to="/settings" className={styles.action}>
          <span className={styles.actionTitle}>Settings</span>
          <span className={styles.actionText}>Password and devices.</span>
          <ArrowRight className={styles.arrow} size={18} aria-hidden />
        </TextLink>
      </nav>
      <Work />
    </Page>
  );
}
