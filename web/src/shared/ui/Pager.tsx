import { Button } from './plain/Button.tsx';
import styles from './Pager.module.css';

export interface PagerProps {
  /** Current page, from 1. */
  page: number;
  lastPage: number;
  onPage: (page: number) => void;
}

/** Renders the buttons between the pages of a list; nothing if there is only one page. */
export function Pager({ page, lastPage, onPage }: PagerProps) {
  if (lastPage <= 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-current="page">
        Page {page} of {lastPage}
      </span>
      <Button disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
