import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import type { LanguagePickerProps } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { ConnectionChip } from '../../../features/rooms/ConnectionChip.tsx';
import { Elapsed } from '../../../features/rooms/Elapsed.tsx';
import { useCandidateSince } from '../../../features/rooms/useCandidateSince.ts';
import { ParticipantList } from '../../../features/rooms/ParticipantList.tsx';
import { useAbsent } from '../../../features/rooms/useAbsent.ts';
import type { RoomState } from '../../../features/rooms/room-state.ts';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
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

/** The interviewer's bar: back, room code, participants and actions. On a phone the actions are in a menu. */
export function InterviewerBar(props: InterviewerBarProps) {
  const { interview, state, isOver, actions, runs, canRun, saveState } = props;
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const waiting = state.admissions?.waiting ?? [];
  // If a participant was sent back, they are not reconnecting.
  const absent = useAbsent(state).filter(({ id }) => !waiting.some((candidate) => candidate.id === id));
  // If a room was stored on the device by an earlier release, it lacks the field.
  const since = useCandidateSince(state.participants, interview.candidate_joined_at ?? null);
  // Shown instead of the room code, because a phone has no space for a readable one.
  const guest = isPhone ? state.participants.find(({ type }) => type === 'candidate')?.name : undefined;
  // The count replaces the clock, so that the room code stays readable.
  const isCrowded = useStore(waitingCount) > 0 && isPhone;
  const clock = since !== null && !isCrowded && <Elapsed since={since} isOver={isOver} />;
  return (
    <header className={styles.bar}>
      <ButtonLink
        to="/sessions"
        role="button"
        look="quiet"
        aria-label="Back to sessions"
        title="Back to sessions"
        className={styles.back ?? ''}
      >
        <ArrowLeft size={20} aria-hidden />
      </ButtonLink>
      {guest === undefined ? (
        <h1 className={styles.roomCode} title={interview.room_code}>
          {interview.room_code}
        </h1>
      ) : (
        <div className={styles.heading}>
          <h1 className={styles.guest} title={interview.room_code}>
            <bdi>{guest}</bdi>
          </h1>
          {clock}
        </div>
      )}
      <ParticipantList
        participants={state.participants}
        absent={isOver ? [] : absent}
        selfId={state.self?.id}
        colorOf={actions.people.colorOf}
        actionsOf={isOver ? noActions : actions.people.actionsOf}
      />
      {guest === undefined && clock}
      <span className={styles.space} />
      <span className={styles.pill}>{saveState}</span>
      <OutboxButton />
      {isWide && !isOver && <CallLink link={interview.call_link} />}
      {!isPhone && (
        <LanguagePicker
          language={state.language}
          disabled={!state.isConnected || isOver}
          canRun={canRun}
          onChange={actions.code.changeLanguage}
        />
      )}
      {runs}
      <ConnectionChip isConnected={state.isConnected} isOver={isOver} />
      {isPhone ? <PhoneMenu {...{ state, isOver, actions }} /> : <WideActions {...{ state, isOver, actions }} />}
    </header>
  );
}

const noActions = () => [];
