import { classes } from '../../shared/ui/theme/classes.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './StatusFilter.module.css';

const CHOICES = [
  [undefined, 'All'],
  ['active', 'Live'],
  ['scheduled', 'Scheduled'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
] as const;

/** Links the list of each status. */
export function StatusFilter({ status }: { status: string | undefined }) {
  return (
    <nav className={styles.filter} aria-label="Filter by status">
      {CHOICES.map(([choice, label]) => (
        <TextLink
          key={label}
          to="/sessions"
          search={choice === undefined ? {} : { status: choice }}
          activeProps={{}}
          className={classes(styles.choice)}
          aria-current={choice === status ? 'true' : undefined}
        >
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
