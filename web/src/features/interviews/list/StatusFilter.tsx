import { TextLink } from '../../../shared/ui/TextLink.tsx';
import styles from './StatusFilter.module.css';

const CHOICES = [
  [undefined, 'All'],
  ['active', 'Live'],
  ['scheduled', 'Scheduled'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
] as const;

/** Links the list of each status. */
export function StatusFilter() {
  return (
    <nav className={styles.filter} aria-label="Filter by status">
      {CHOICES.map(([choice, label]) => (
        <TextLink
          key={label}
          to="/sessions"
          search={{ status: choice }}
          activeOptions={{ explicitUndefined: true }}
          className={styles.choice}
        >
          {label}
        </TextLink>
      ))}
    </nav>
  );
}
