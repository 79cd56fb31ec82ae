import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { REMOVED_MESSAGE } from '@cip/contracts/rooms/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { Wordmark } from '../../../shared/ui/Wordmark.tsx';
import styles from '../../before-room/candidate.module.css';
import { hasOnlyCopy } from '../../left-text/forget-ended.ts';
import { LeftTextNotice } from '../../left-text/LeftTextNotice.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';

export interface RemovedScreenProps {
  room: LiveRoom;
  interview: PublicInterview;
  participantId: string;
}

/** Shown to a candidate whom an interviewer removed from the room or did not let in. */
export function RemovedScreen({ room, interview, participantId }: RemovedScreenProps) {
  const { room_code: roomCode, company_name: company } = interview;
  const navigate = useNavigate();
  const message = useRoomState(room, (state) => state.ended?.message ?? REMOVED_MESSAGE);
  // A candidate who was inside and was sent back can be turned away, too.
  const wasInside = useCodeState(room, (code) => code.hasText);
  const title = useRef<HTMLHeadingElement>(null);
  // The focused element is gone; the focus moves here for screen readers.
  useEffect(() => {
    title.current?.focus();
  }, []);
  // The stored place remains, because with it the link shows this screen again instead of the join card.
  const leave = async () => {
    if (!(await hasOnlyCopy(roomCode, participantId))) await room.code.deleteLocalData();
    await navigate({ to: '/' });
  };
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1 ref={title} tabIndex={-1}>
          {message.replace(/\.$/, '')}
        </h1>
        <p className={styles.lead}>
          {message === REMOVED_MESSAGE && 'The interviewer removed you from this session. '}
          {message === REMOVED_MESSAGE || wasInside
            ? 'Your code is saved with the interview.'
            : 'Nothing that you tried out here was sent.'}
        </p>
      </div>
      <p className={styles.calm}>If you think this is a mistake, contact {company}.</p>
      <LeftTextNotice {...{ roomCode, participantId }} />
      <div className={styles.choice}>
        <Button size="lg" onClick={() => void leave()}>
          Leave
        </Button>
      </div>
    </main>
  );
}
