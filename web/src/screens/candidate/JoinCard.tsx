import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import type { PrejoinCard } from '../../prejoin/handover.ts';
import { otherInterviewer } from '../../prejoin/card-texts.ts';
import { isUnreachable } from '../../shared/api/api-error.ts';
import { NAME_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { RuleLine } from '../../shared/ui/RuleLine.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { ReadinessPlace } from '../before-room/ReadinessPlace.tsx';
import styles from '../before-room/candidate.module.css';
import { enterAhead, prepareRoom } from './candidate-room.ts';
import { Expectations } from '../before-room/Expectations.tsx';
import { joinRoom } from './resume-prejoin.ts';

export interface JoinCardProps {
  interview: PublicInterview;
  /** The card that the page showed before the app ran; this one continues it. */
  card: PrejoinCard | null;
  onJoined: (place: CandidatePlace) => void;
  /** Called if the server refuses a join, because the interview may have ended since the card was shown. */
  onRefused: () => void;
  /** Returns to the room under the former name; undefined for who has not joined. */
  onBack?: (() => void) | undefined;
}

/** The inviter, the shared data, one field, one button. If the name is already known, it joins without a click. */
export function JoinCard({ interview, card, onJoined, onRefused, onBack }: JoinCardProps) {
  const interviewer = otherInterviewer(interview);
  const [isJoining, setJoining] = useState(false);
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>
          <small>Your coding interview with</small> <span>{interview.company_name}</span>
        </h1>
        <p className={styles.lead} hidden={interviewer === ''}>
          Your interviewer is <strong>{interviewer}</strong>
        </p>
      </div>
      <RuleLine rule={interview.rule} completion={interview.completion} />
      <NameForm {...{ interview, card, onJoined, onRefused, onBack }} onJoining={setJoining} />
      <ol className={styles.steps}>
        <li>Type your name</li>
        <li>Join your call as usual</li>
        <li>Write code together here</li>
      </ol>
      <ReadinessPlace isPaused={isJoining} prepare={prepareRoom} />
      <Expectations interview={interview} />
    </main>
  );
}

function NameForm({
  interview,
  card,
  onJoining,
  onJoined,
  onRefused,
  onBack,
}: JoinCardProps & { onJoining: (isJoining: boolean) => void }) {
  const { room_code: roomCode, candidate_name: known } = interview;
  const [initial] = useState({ candidate_name: card?.field?.value ?? known ?? '' });
  const { field, submit, busy, problem } = useForm({
    initial,
    validate: ({ candidate_name: name }) => ({
      candidate_name: name.trim() === '' ? 'Please enter your name' : undefined,
    }),
    submit: async ({ candidate_name: name }) => {
      onJoining(true);
      try {
        const place = await joinRoom(roomCode, name.trim(), card);
        // Connects as soon as the room's files are here, before the room renders.
        await enterAhead(interview, place, () => isShown.current);
        onJoined(place);
      } catch (error) {
        if (!isUnreachable(error)) onRefused();
        throw error;
      } finally {
        onJoining(false);
      }
    },
    fallback: 'Failed to join session. Please try again.',
  });
  const hasSubmitted = useRef(false);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const submitKnownName = useEffectEvent(() => {
    if (hasSubmitted.current || (known === null && !card?.join)) return;
    hasSubmitted.current = true;
    submit();
  });
  useEffect(() => {
    submitKnownName();
  }, []);

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <TextField
        label="Your Name"
        required
        autoFocus
        autoComplete="name"
        maxLength={NAME_MAX_CHARS}
        {...field('candidate_name')}
      />
      <Button type="submit" look="primary" size="lg" busy={busy} busyText="Joining...">
        Join Code Share
      </Button>
      {onBack && (
        <Button size="lg" disabled={busy} onClick={onBack}>
          Keep my name
        </Button>
      )}
    </form>
  );
}
