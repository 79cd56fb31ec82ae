import { REMOVED_MESSAGE } from '@cip/contracts/rooms';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from '../candidate/candidate.module.css';

export interface RemovedScreenProps {
  company: string;
  onLeave: () => void;
  /** What was typed offline and never arrived. */
  children?: ReactNode;
}

/** What a candidate sees once an interviewer has put them out of the room. */
export function RemovedScreen({ company, onLeave, children }: RemovedScreenProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // Everything else is gone from under the fingers; a screen reader goes on here.
  useEffect(() => title.current?.focus(), []);
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {REMOVED_MESSAGE.replace(/\.$/, '')}
        </h1>
        <p className={styles.lead}>
          The interviewer has closed your place in this room. What you wrote is kept with the interview.
        </p>
      </div>
      <p className={styles.calm}>If you think this is a mistake, please write to {company}.</p>
      {children}
      <div className={styles.choice}>
        <Button size="lg" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </main>
  );
}
