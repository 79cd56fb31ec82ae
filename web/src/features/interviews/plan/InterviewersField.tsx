import { INTERVIEWERS_MAX } from '@cip/contracts/interviews/plan-fields';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { useFailure } from '../../../shared/form/use-failure.ts';
import { LoadFailed } from '../../../shared/ui/feedback/LoadFailed.tsx';
import { colleaguesQuery } from './plan.queries.ts';
import styles from './plan.module.css';

interface InterviewersFieldProps {
  /** The chosen accounts; the first leads. */
  chosen: string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
}

/** Renders the choice of up to five interviewers if the company has more than one. */
export function InterviewersField({ chosen, onChange, error }: InterviewersFieldProps) {
  const id = useId();
  const query = useQuery(colleaguesQuery);
  const hasFailed = useFailure(query);
  const data = query.data ?? [];
  // A coordinator always chooses, because they are none of them.
  if (data.length < 2 && isInterviewer()) return null;
  const isFull = chosen.length >= INTERVIEWERS_MAX;
  const toggle = (userId: string) => {
    // Without the people who became coordinators since, because they have no box to clear.
    const present = chosen.filter((other) => data.some((person) => person.id === other));
    onChange(present.includes(userId) ? present.filter((other) => other !== userId) : [...present, userId]);
  };
  return (
    <fieldset className={styles.people} aria-describedby={`${id}-help`}>
      <legend>Interviewers</legend>
      {hasFailed && <LoadFailed query={query}>Failed to load the interviewers</LoadFailed>}
      {data.length > 0 && (
        <div className={styles.list}>
          {data.map((person) => (
            <label key={person.id}>
              <input
                type="checkbox"
                aria-invalid={error !== undefined}
                checked={chosen.includes(person.id)}
                disabled={isFull && !chosen.includes(person.id)}
                onChange={() => toggle(person.id)}
              />
              <bdi>{person.name}</bdi>
              {chosen[0] === person.id && <small>shown to the candidate</small>}
            </label>
          ))}
        </div>
      )}
      <p id={`${id}-help`} className={error === undefined ? styles.help : styles.error}>
        {error ?? helpOf(query.data)}
      </p>
    </fieldset>
  );
}

/** Returns null while the list is not there. */
function helpOf(data: readonly unknown[] | undefined): string | null {
  if (data?.length === 0) return 'Nobody in your company interviews yet.';
  return data ? `Up to ${INTERVIEWERS_MAX}. Candidates see the first one.` : null;
}
