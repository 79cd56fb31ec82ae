import { REMOVED_MESSAGE } from '@cip/contracts/rooms/rooms';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Wordmark } from '../../../shared/ui/Wordmark.tsx';
import styles from '../../before-room/candidate.module.css';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

export interface RemovedScreenProps {
  room: LiveRoom;
  company: string;
  onLeave: () => void;
  /** Text that was typed offline and never synced. */
  children?: ReactNode;
}

/** Shown to a candidate whom an interviewer removed from the room or did not let in. */
export function RemovedScreen({ room, company, onLeave, children }: RemovedScreenProps) {
  const message = useRoomState(room, (state) => state.ended?.message ?? REMOVED_MESSAGE);
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element is gone; the focus moves here for screen readers.
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {message.replace(/\.$/, '')}
        </h1>
        <p className={styles.lead}>
          {message === REMOVED_MESSAGE
            ? 'The interviewer removed you from this session. Your code is saved with the interview.'
            : 'Nothing of this session was shown to you, and nothing that you tried out here was sent.'}
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
