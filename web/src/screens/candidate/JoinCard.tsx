import type { PublicInterview } from '@cip/contracts/interviews';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { rememberPlace } from '../../features/interviews/candidate-place.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { join } from '../../features/interviews/interviews.queries.ts';
import { messageOf } from '../../shared/api-error.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './candidate.module.css';

export interface JoinCardProps {
  interview: PublicInterview;
  onJoined: (place: CandidatePlace) => void;
}

/** Who invites, what is shared, one field, one button. A name that is already known joins by itself. */
export function JoinCard({ interview, onJoined }: JoinCardProps) {
  const { room_code: roomCode, candidate_name: known } = interview;
  const [name, setName] = useState(known ?? '');
  const [error, setError] = useState<string>();
  const { busy, problem, joinAs } = useJoin(roomCode, onJoined);
  const begun = useRef(false);

  useEffect(() => {
    if (known === null || begun.current) return;
    begun.current = true;
    void joinAs(known);
  }, [known, joinAs]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setError('Please enter your name');
    else void joinAs(name.trim());
  };
  return (
    <main className={styles['screen']}>
      <Wordmark />
      <div>
        <h1>{interview.company_name}</h1>
        <p className={styles['lead']}>
          invites you to a live coding interview with <strong>{interview.interviewer_name}</strong>.
        </p>
      </div>
      <form noValidate onSubmit={submit} className={styles['form']}>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        <TextField
          label="Your Name"
          required
          autoFocus
          autoComplete="name"
          maxLength={80}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(undefined);
          }}
        />
        <Button type="submit" look="primary" size="lg" busy={busy} busyText="Joining...">
          Join Code Share
        </Button>
      </form>
      <Expectations />
    </main>
  );
}

function useJoin(roomCode: string, onJoined: (place: CandidatePlace) => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const joinAs = useCallback(
    async (name: string) => {
      setBusy(true);
      setProblem(null);
      try {
        const { token, participant_id: participantId } = await join(roomCode, name);
        const place = { token, participantId, name, joinedAt: Date.now() };
        rememberPlace(roomCode, place);
        onJoined(place);
      } catch (error) {
        setProblem(messageOf(error, 'Failed to join session. Please try again.'));
        setBusy(false);
      }
    },
    [roomCode, onJoined],
  );
  return { busy, problem, joinAs };
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
