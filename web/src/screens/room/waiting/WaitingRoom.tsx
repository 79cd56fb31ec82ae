import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useEffect, useRef, useState } from 'react';
import { hasUnsentEdits } from '../../../features/documents/device/orphaned-edits.ts';
import { Elapsed } from '../../../features/rooms/Elapsed.tsx';
import type { WaitingState } from '../../../features/rooms/connection/room-state.ts';
import { otherInterviewer } from '../../../prejoin/card-texts.ts';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { RuleLine } from '../../../shared/ui/RuleLine.tsx';
import { Wordmark } from '../../../shared/ui/Wordmark.tsx';
import { classes } from '../../../shared/ui/theme/classes.ts';
import card from '../../before-room/candidate.module.css';
import { Expectations } from '../../before-room/Expectations.tsx';
import { ReadinessPlace } from '../../before-room/ReadinessPlace.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';
import { PracticeEditor } from './PracticeEditor.tsx';
import styles from './WaitingRoom.module.css';

/** The candidate's room is here already. */
const prepareRuns = () => Promise.all([import('../runs/room-runs.ts'), import('../runs/RunPlace.tsx')]);

interface WaitingRoomProps {
  room: LiveRoom;
  interview: PublicInterview;
  waiting: WaitingState;
}

/** A candidate's page until an interviewer admits them, and while they were sent back. */
export function WaitingRoom({ room, interview, waiting }: WaitingRoomProps) {
  const { company_name: company } = interview;
  const interviewer = otherInterviewer(interview);
  const [isPractising, setPractising] = useState(false);
  const rule = useRoomState(room, (state) => state.rule);
  const completion = useRoomState(room, (state) => state.completion);
  const wasInside = useCodeState(room, (code) => code.hasText);
  const title = useRef<HTMLHeadingElement>(null);
  // The editor with the focus is gone; the focus moves here for screen readers.
  useEffect(() => {
    if (wasInside) title.current?.focus();
  }, [wasInside]);
  return (
    <main className={classes(card.screen, styles.screen)} data-practising={isPractising}>
      <div className={styles.about}>
        <Wordmark />
        <div>
          <h1 ref={title} tabIndex={-1}>
            <small>Your coding interview with</small> <span>{company}</span>
          </h1>
          {interviewer !== '' && (
            <p className={card.lead}>
              Your interviewer is <strong>{interviewer}</strong>
            </p>
          )}
        </div>
        <Presence room={room} company={company} waiting={waiting} wasInside={wasInside} />
        <RuleLine rule={rule} completion={completion} />
        <CallLink link={interview.call_link} />
        <KeptText room={room} />
        {!isPractising && (
          <div className={card.choice}>
            <Button onClick={() => setPractising(true)}>Try the editor while you wait</Button>
          </div>
        )}
        {!wasInside && !isPractising && (
          <>
            <ReadinessPlace prepare={prepareRuns} />
            <Expectations interview={interview} />
          </>
        )}
      </div>
      {isPractising && <PracticeEditor />}
    </main>
  );
}

interface PresenceProps {
  room: LiveRoom;
  company: string;
  waiting: WaitingState;
  wasInside: boolean;
}

/** Shows if the interviewers know of this candidate, and for how long they wait. */
function Presence({ room, company, waiting: { since, isHostHere }, wasInside }: PresenceProps) {
  const activity = useRoomState(room, (state) => state.activity);
  const name = useRoomState(room, (state) => state.self?.name ?? room.identity.userName);
  return (
    <div className={styles.presence} data-here={isHostHere && activity === ''}>
      <p role="status">
        {activity !== ''
          ? `No connection. ${activity} Your place is kept.`
          : wasInside
            ? 'Your interviewer asked you to wait outside for a moment'
            : isHostHere
              ? 'Your interviewer knows you’re here'
              : `Nobody from ${company} is here yet`}
      </p>
      <p className={card.calm}>
        {wasInside && 'You’ll be let in again from here. '}Waiting as <bdi>{name}</bdi> ·{' '}
        <Elapsed since={since} isOver={false} label="Time waited" />
      </p>
    </div>
  );
}

/** Shows that text is kept if the room does not have it yet. */
function KeptText({ room }: { room: LiveRoom }) {
  const isUnsent = useCodeState(room, ({ sync, isHolding }) => isHolding || sync.kind !== 'saved');
  const [wasKept, setWasKept] = useState(false);
  const { roomCode, participantId } = room.identity;
  // By an earlier page of this candidate.
  useEffect(() => {
    if (participantId !== undefined) hasUnsentEdits(roomCode, participantId).then(setWasKept, () => setWasKept(false));
  }, [roomCode, participantId]);
  if (!isUnsent && !wasKept) return null;
  return <Notice tone="info">Your last lines are kept on this device. They join the code when you are let in.</Notice>;
}
