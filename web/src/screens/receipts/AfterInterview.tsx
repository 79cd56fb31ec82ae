import type { ReactNode, Ref } from 'react';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { classes } from '../../shared/ui/theme/classes.ts';
import styles from './receipts.module.css';

interface AfterInterviewProps {
  company: string;
  /** How the interview went away, such as 'has ended'. */
  end: string;
  lead: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** Renders the frame of a candidate's pages after an interview. */
export function AfterInterview({ company, end, lead, children, ref }: AfterInterviewProps) {
  return (
    <main ref={ref} className={classes(styles.screen, styles.after)} tabIndex={-1}>
      <Wordmark />
      <div>
        <h1>
          <small>Your coding interview with</small> <span>{company}</span> <small>{end}</small>
        </h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
    </main>
  );
}
