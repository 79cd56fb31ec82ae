import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import type { LanguagePickerProps } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { ConnectionChip } from '../../../features/rooms/connection/ConnectionChip.tsx';
import { Elapsed } from '../../../features/rooms/Elapsed.tsx';
import { useCandidateSince } from '../../../features/rooms/useCandidateSince.ts';
import { ParticipantList } from '../../../features/rooms/ParticipantList.tsx';
import { useAbsent } from '../../../features/rooms/useAbsent.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { waitingCount } from '../../../shared/device/waiting-count.ts';
import { useStore } from '../../../shared/store.ts';
import { PHONE, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { OutboxButton } from '../../outbox/OutboxButton.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';
import type { RoomActions } from './room-actions.ts';
import { WideActions } from './WideActions.tsx';
import styles from '../room.module.css';

interface InterviewerBarProps {
  interview: InterviewWithCode;
  state: RoomState;
  /** True if the interview is over and the only action left is to leave. */
  isOver: boolean;
  actions: RoomActions;
  /** The controls of runs, behind the language, if the bar has room for them. */
  runs: ReactNode;
  canRun: LanguagePickerProps['canRun'];
  /** The save state; shown if a low window has no other place for it. */
  saveState: ReactNode;
}

/**
 * The interviewer's bar: back, whom the room is with, participants and actions. On a phone the actions are in a menu.
 */
export function InterviewerBar(props: InterviewerBarProps) {
  const { interview, state, isOver, actions, runs, canRun, saveState } = props;
  const navigate = useNavigate();
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const waiting = state.admissions?.waiting ?? [];
  // If a participant was sent back, they are not reconnecting.
  const absent = useAbsent(state).filter(({ id }) => !waiting.some((candidate) => candidate.id === id));
  // If a room was stored on the device by an earlier release, it lacks the field.
  const since = useCandidateSince(state.participants, interview.candidate_joined_at ?? null);
  // The count replaces the clock, so that the name stays readable.
  const isCrowded = useStore(waitingCount) > 0 && isPhone;
  return (
    <header className={styles.bar}>
      <IconButton
        label="Back to sessions"
        className={styles.back ?? ''}
        onClick={() => void navigate({ to: '/sessions' })}
      >
        <ArrowLeft size={20} aria-hidden />
      </IconButton>
      <div className={styles.heading}>
        <div className={styles.person}>
          <h1 className={styles.title}>
            <bdi>{roomTitle(interview, state, isOver)}</bdi>
          </h1>
          {since !== null && !isCrowded && <Elapsed since={since} isOver={isOver} />}
        </div>
        <p className={styles.roomCode}>{interview.room_code}</p>
      </div>
      <ParticipantList
        participants={state.participants}
        absent={isOver ? [] : absent}
        selfId={state.self?.id}
        colorOf={actions.people.colorOf}
        actionsOf={isOver ? noActions : actions.people.actionsOf}
      />
      <span className={styles.space} />
      <span className={styles.pill}>{saveState}</span>
      <OutboxButton />
      {isWide && !isOver && <CallLink link={interview.call_link} />}
      {!isPhone && (
        <div className={styles.group}>
          {/* With fingers the keys have it. */}
          {!isTouchOnly() && (
            <LanguagePicker
              language={state.language}
              disabled={!state.isConnected || isOver}
              canRun={canRun}
              onChange={actions.code.changeLanguage}
            />
          )}
          {runs}
        </div>
      )}
      {!isPhone && <WideActions {...{ state, isOver, actions }} />}
      <ConnectionChip isConnected={state.isConnected} isOver={isOver} />
      {isPhone ? (
        <PhoneMenu {...{ state, isOver, actions }} />
      ) : (
        <Button size="sm" look="dangerOutlined" disabled={isOver} onClick={actions.session.end}>
          End
        </Button>
      )}
    </header>
  );
}

const noActions = () => [];

/** Returns whom the room is with: the candidates who are here, else the expected one. */
function roomTitle({ candidate_name: expected }: InterviewWithCode, { participants }: RoomState, isOver: boolean) {
  const candidates = participants.filter(({ type }) => type === 'candidate');
  if (candidates.length > 0) return candidates.map(({ name }) => name).join(', ');
  return isOver ? (expected ?? 'Interview') : `Waiting for ${expected ?? 'your candidate'}`;
}
