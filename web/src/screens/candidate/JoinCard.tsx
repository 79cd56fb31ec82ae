import type { PublicInterview } from '@cip/contracts/interviews';
import { useEffect, useRef } from 'react';
import { rememberPlace } from '../../features/interviews/candidate-place.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { join } from '../../features/interviews/public-interviews.queries.ts';
import { NAME_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { useForm } from '../../shared/use-form.ts';
import { ReadinessPlace } from '../readiness/ReadinessPlace.tsx';
import styles from './candidate.module.css';

export interface JoinCardProps {
  interview: PublicInterview;
  onJoined: (place: CandidatePlace) => void;
}

/** Who invites, what is shared, one field, one button. A name that is already known joins by itself. */
export function JoinCard({ interview, onJoined }: JoinCardProps) {
  return (
    <main className={styles['screen']}>
      <Wordmark />
      <div>
        <h1>{interview.company_name}</h1>
        <p className={styles['lead']}>
          invites you to a live coding interview with <strong>{interview.interviewer_name}</strong>.
        </p>
      </div>
      <NameForm interview={interview} onJoined={onJoined} />
      <ReadinessPlace />
      <Expectations />
    </main>
  );
}

function NameForm({ interview, onJoined }: JoinCardProps) {
  const { room_code: roomCode, candidate_name: known } = interview;
  const { field, submit, busy, problem } = useForm({
    initial: { candidate_name: known ?? '' },
    validate: ({ candidate_name: name }) => ({
      candidate_name: name.trim() === '' ? 'Please enter your name' : undefined,
    }),
    submit: async ({ candidate_name: name }) => onJoined(await takePlace(roomCode, name.trim())),
    fallback: 'Failed to join session. Please try again.',
  });
  const begun = useRef(false);
  useEffect(() => {
    if (known === null || begun.current) return;
    begun.current = true;
    submit();
  }, [known, submit]);

  return (
    <form noValidate onSubmit={submit} className={styles['form']}>
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
    </form>
  );
}

/** Joins, and remembers as whom. */
async function takePlace(roomCode: string, name: string): Promise<CandidatePlace> {
  const { token, participant_id: participantId } = await join(roomCode, name);
  const place = { token, participantId, name, joinedAt: Date.now() };
  rememberPlace(roomCode, place);
  return place;
}

function Expectations() {
  return (
    <ul className={styles['expect']}>
      <li>You and the interviewer write in one editor. Nothing to install, no account.</li>
      <li>Shared: your name and what you type in the editor. Not your camera, microphone or screen.</li>
      <li>The code and its edits are kept with the interview for the company.</li>
    </ul>
  );
}
