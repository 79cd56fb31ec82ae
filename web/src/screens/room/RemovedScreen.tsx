import { REMOVED_MESSAGE } from '@cip/contracts/rooms';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from '../candidate/candidate.module.css';

export interface RemovedScreenProps {
  company: string;
  onLeave: () => void;
  /** Text that was typed offline and never synced. */
  children?: ReactNode;
}

/** Shown to a candidate whom an interviewer removed from the room. */
export function RemovedScreen({ company, onLeave, children }: RemovedScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element is gone; the focus moves here for screen readers.
  useEffect(() => title.current?.focus(), []);
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {REMOVED_MESSAGE.replace(/\.$/, '')}
        </h1>
        <p className={styles.lead}>
          The interviewer removed you from this session. Your code is saved with the interview.
        </p>
      </div>
      <p className={styles.calm}>If you think this is a mistake, contact {company}.</p>
      {children}
      <div className={styles.choice}>
        <Button size="lg" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </main>
  );
}
