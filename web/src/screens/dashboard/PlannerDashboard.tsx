import { useAccount } from '../../features/auth/useAccount.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './dashboard.module.css';
import { ActionContent, ClosedAction } from './QuickActions.tsx';
import { Work } from './Work.tsx';

const SCHEDULE = 'Schedule a session';

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
            <ActionContent title={SCHEDULE} text="Choose a time, the interviewers and the candidate." main />
          </TextLink>
        ) : (
          <ClosedAction title={SCHEDULE} main />
        )}
        <TextLink to="/sessions" className={styles.action}>
          <ActionContent title="View Sessions" text="Times, status and decisions." main={false} />
        </TextLink>
        <TextLink to="/settings" className={styles.action}>
          <ActionContent title="Settings" text="Password and devices." main={false} />
        </TextLink>
      </nav>
      <Work />
    </Page>
  );
}
