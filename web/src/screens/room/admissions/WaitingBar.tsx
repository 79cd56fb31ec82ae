import type { RoomAdmissions, WaitingCandidate } from '@cip/contracts/interviews/admissions';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useState } from 'react';
import { useSteadyList } from '../../../features/rooms/useSteadyList.ts';
import { WaitingSince } from '../../../features/rooms/WaitingSince.tsx';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { TextButton } from '../../../shared/ui/form/TextButton.tsx';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { decide } from './decisions.ts';
import styles from './WaitingBar.module.css';

/** Candidates that are shown before the user opens the rest; a small screen has space for one. */
const SHOWN = 3;
const SHOWN_SMALL = 1;

interface WaitingBarProps {
  room: LiveRoom;
  admissions: RoomAdmissions;
  /** Actions on the room, in each candidate's menu. */
  actions: Action[];
  disabled: boolean;
}

/** The candidates who wait for the room, each with the decisions. It takes its own space and covers no code. */
export function WaitingBar({ room, admissions: { waiting, waitingCount }, actions, disabled }: WaitingBarProps) {
  const most = useMedia(SMALL_SCREEN) ? SHOWN_SMALL : SHOWN;
  const [isWhole, setWhole] = useState(false);
  const [rejecting, setRejecting] = useState<WaitingCandidate | null>(null);
  const shown = isWhole ? waiting : waiting.slice(0, most);
  const isSteady = useSteadyList(shown.map(({ id }) => id));
  const more = waitingCount - shown.length;
  return (
    <section aria-label="Waiting room" className={styles.bar}>
      <ul className={styles.list}>
        {shown.map((candidate, index) => (
          <li key={candidate.id} className={styles.candidate}>
            <WaitingSince candidate={candidate} />
            <Button
              size="sm"
              look={index === 0 ? 'primary' : 'secondary'}
              disabled={disabled}
              aria-describedby={`waits-${candidate.id}`}
              onClick={() => isSteady() && void decide(room, 'room:admit', candidate)}
            >
              Admit
            </Button>
            <ActionMenu
              isFixed
              label={`More about ${candidate.name}`}
              disabled={disabled}
              actions={[...actions, { label: 'Reject', danger: true, onSelect: () => setRejecting(candidate) }]}
            >
              <Ellipsis size={18} aria-hidden />
            </ActionMenu>
          </li>
        ))}
      </ul>
      {more > 0 && <TextButton onClick={() => setWhole(true)}>{`${more} more`}</TextButton>}
      {isWhole && waitingCount > most && <TextButton onClick={() => setWhole(false)}>Show fewer</TextButton>}
      {rejecting && (
        <ConfirmDialog
          title={`Reject ${rejecting.name}?`}
          confirm="Reject"
          confirmBusy="Rejecting..."
          busy={false}
          onConfirm={() => {
            void decide(room, 'room:reject', rejecting);
            setRejecting(null);
          }}
          onCancel={() => setRejecting(null)}
        >
          {rejecting.name} gets no code of this session from now on. With the link they can ask again; lock the room to
          stop that.
        </ConfirmDialog>
      )}
    </section>
  );
}
