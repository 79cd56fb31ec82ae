import type { WaitingCandidate } from '@cip/contracts/interviews/admissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { admit, waitingQuery } from '../../features/interviews/interviews.queries.ts';
import { isChimeOn } from '../../features/rooms/chime-setting.ts';
import { decidedBefore } from '../../features/rooms/decided-before.ts';
import { useKnocks } from '../../features/rooms/useKnocks.ts';
import { useSteadyList } from '../../features/rooms/useSteadyList.ts';
import { WaitingSince } from '../../features/rooms/WaitingSince.tsx';
import { useAction } from '../../shared/form/use-action.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import styles from './who-waits.module.css';

/** Candidates that are listed; the room shows the others. */
const SHOWN = 3;

interface Waiting {
  candidate: WaitingCandidate;
  interviewId: string;
  roomCode: string;
}

/** The candidates who wait for running interviews, each with Admit; nothing if no one does. */
export function WhoWaits() {
  const queries = useQueryClient();
  const { data = [] } = useQuery(waitingQuery);
  const all: Waiting[] = data.flatMap(({ interview_id: interviewId, room_code: roomCode, waiting }) =>
    waiting.map((candidate) => ({ candidate, interviewId, roomCode })),
  );
  const shown = all.slice(0, SHOWN);
  const isSteady = useSteadyList(shown.map(({ candidate }) => candidate.id));
  useKnocks(
    all.map(({ candidate }) => candidate),
    isChimeOn(),
  );
  const { input, start } = useAction({
    run: async ({ candidate, interviewId }: Waiting) => {
      const decision = await admit(interviewId, candidate.id);
      const text = decision.isNew ? `${candidate.name} is in the room.` : decidedBefore(candidate.name, decision);
      toast('good', text);
    },
    failure: () => 'Failed to admit the candidate',
    report: (outcome) => outcome && toast(outcome.tone, outcome.text),
    onSettled: () => queries.invalidateQueries({ queryKey: waitingQuery.queryKey }),
  });
  if (all.length === 0) return null;
  const more = data.reduce((sum, { waiting_count: count }) => sum + count, 0) - shown.length;
  return (
    <section aria-label="At the door" className={styles.waiting}>
      <h2>At the door</h2>
      <ul className={styles.list}>
        {shown.map((waiting, index) => (
          <WaitingRow
            key={waiting.candidate.id}
            waiting={waiting}
            isFirst={index === 0}
            isBusy={input?.candidate.id === waiting.candidate.id}
            onAdmit={() => isSteady() && start(waiting)}
          />
        ))}
      </ul>
      {more > 0 && <p className={styles.more}>{more} more</p>}
    </section>
  );
}

interface WaitingRowProps {
  waiting: Waiting;
  isFirst: boolean;
  isBusy: boolean;
  onAdmit: () => void;
}

function WaitingRow({ waiting: { candidate, roomCode }, isFirst, isBusy, onAdmit }: WaitingRowProps) {
  return (
    <li className={styles.candidate}>
      <WaitingSince candidate={candidate} />
      <span className={styles.actions}>
        <Button
          size="sm"
          look={isFirst ? 'primary' : 'secondary'}
          busy={isBusy}
          busyText="Admitting..."
          aria-describedby={`waits-${candidate.id}`}
          onClick={onAdmit}
        >
          Admit
        </Button>
        <ButtonLink size="sm" to="/editor" search={{ room: roomCode }}>
          Join
        </ButtonLink>
      </span>
    </li>
  );
}
