import type { PublicInterview } from '@cip/contracts/interviews';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { takeEarlyCard } from '../../features/interviews/early-card.ts';
import { takePlace } from '../../features/interviews/public-interviews.queries.ts';
import { NAME_MAX_CHARS } from '../../shared/limits.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextField } from '../../shared/ui/form/TextField.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { ReadinessPlace } from '../readiness/ReadinessPlace.tsx';
import styles from './candidate.module.css';
import { Expectations } from './Expectations.tsx';

export interface JoinCardProps {
  interview: PublicInterview;
  onJoined: (place: CandidatePlace) => void;
}

/** Who invites, what is shared, one field, one button. A name that is already known joins by itself. */
export function JoinCard({ interview, onJoined }: JoinCardProps) {
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>{interview.company_name}</h1>
        <p className={styles.lead}>
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
  const earlyJoin = useRef<Promise<CandidatePlace>>(null);
  const { values, field, submit, busy, problem } = useForm({
    initial: { candidate_name: known ?? '' },
    validate: ({ candidate_name: name }) => ({
      candidate_name: name.trim() === '' ? 'Please enter your name' : undefined,
    }),
    submit: async ({ candidate_name: name }) => {
      const joining = earlyJoin.current ?? takePlace(roomCode, name.trim());
      earlyJoin.current = null;
      onJoined(await joining);
    },
    fallback: 'Failed to join session. Please try again.',
  });
  const name = field('candidate_name');
  // Joined with by itself, once the field holds it.
  const [nameToJoin, setNameToJoin] = useState(known);
  const form = useRef<HTMLFormElement>(null);
  // The card may have stood in the page before the app was here, and been typed in and sent.
  const takeOver = useEffectEvent(() => {
    const early = takeEarlyCard(roomCode);
    if (early === null) return;
    earlyJoin.current = early.joining ?? null;
    if (early.name !== null) setNameToJoin(early.name);
    name.onChange(early.name ?? form.current?.querySelector('input')?.value ?? '');
  });
  useLayoutEffect(() => takeOver(), []);
  const begun = useRef(false);
  useEffect(() => {
    if (nameToJoin === null || nameToJoin !== values.candidate_name || begun.current) return;
    begun.current = true;
    submit();
  }, [nameToJoin, values, submit]);

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      <TextField label="Your Name" required autoFocus autoComplete="name" maxLength={NAME_MAX_CHARS} {...name} />
      <Button type="submit" look="primary" size="lg" busy={busy} busyText="Joining...">
        Join Code Share
      </Button>
    </form>
  );
}
