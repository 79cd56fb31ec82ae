import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import BookOpenText from 'lucide-react/icons/book-open-text';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Share from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import { LanguagePicker } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import type { LanguagePickerProps } from '../../../features/documents/editor/languages/LanguagePicker.tsx';
import { ConnectionChip } from '../../../features/rooms/ConnectionChip.tsx';
import { Elapsed } from '../../../features/rooms/Elapsed.tsx';
import { useCandidateSince } from '../../../features/rooms/useCandidateSince.ts';
import { ParticipantList } from '../../../features/rooms/ParticipantList.tsx';
import type { ParticipantListProps } from '../../../features/rooms/ParticipantList.tsx';
import { useAbsent } from '../../../features/rooms/useAbsent.ts';
import type { RoomState } from '../../../features/rooms/room-state.ts';
import { TYPING_MODE_LABELS } from '../../../features/rooms/typing-mode-label.ts';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { Button } from '../../../shared/ui/form/Button.tsx';
import { ButtonLink } from '../../../shared/ui/form/ButtonLink.tsx';
import { IconButton } from '../../../shared/ui/form/IconButton.tsx';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { waitingCount } from '../../../shared/device/waiting-count.ts';
import { useStore } from '../../../shared/store.ts';
import { PHONE, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { AccessMenu } from '../admissions/access-actions.tsx';
import { OutboxButton } from '../../outbox/OutboxButton.tsx';
import { NOTES_KEY } from '../notes/useNotesKey.ts';
import styles from '../room.module.css';

export interface RoomActions {
  copy: () => void;
  share: () => void;
  showCode: () => void;
  /** Shows the invitation again; null while it is open or no candidate is awaited. */
  invite: (() => void) | null;
  save: () => void;
  end: () => void;
  settings: () => void;
  /** Opens the questions that can be shown. */
  questions: () => void;
  /** How many questions of the template were not shown yet. */
  readyQuestions: number;
  notes: () => void;
  changeTypingMode: (mode: RoomState['typingMode']) => void;
  changeLanguage: (language: string) => void;
  colorOf: (id: string) => string;
  actionsOf: ParticipantListProps['actionsOf'];
  /** Opens the call. */
  call: Action[];
  /** Who may enter the room. */
  access: Action[];
  /** Plays a sound when a candidate joins. */
  isChiming: boolean;
  toggleChime: () => void;
}

interface InterviewerBarProps {
  interview: InterviewWithCode;
  state: RoomState;
  /** The interview is over: the only action left is to leave. */
  isOver: boolean;
  actions: RoomActions;
  /** The controls of runs, behind the language, where the bar has room for them. */
  runs: ReactNode;
  canRun: LanguagePickerProps['canRun'];
  /** The save state; shown where a low window has no other place for it. */
  saveState: ReactNode;
}

/** The interviewer's bar: back, room code, participants and actions. On a phone the actions are in a menu. */
export function InterviewerBar(props: InterviewerBarProps) {
  const { interview, state, isOver, actions, runs, canRun, saveState } = props;
  const isPhone = useMedia(PHONE);
  const isWide = useMedia(WIDE);
  const waiting = state.admissions?.waiting ?? [];
  // Who was sent back is not reconnecting.
  const absent = useAbsent(state).filter(({ id }) => !waiting.some((candidate) => candidate.id === id));
  // Rooms that were stored on the device before the server sent the field lack it.
  const since = useCandidateSince(state.participants, interview.candidate_joined_at ?? null);
  // A phone has no space for a room code that can be read.
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
        colorOf={actions.colorOf}
        actionsOf={isOver ? noActions : actions.actionsOf}
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
          onChange={actions.changeLanguage}
        />
      )}
      {runs}
      <ConnectionChip isConnected={state.isConnected} isOver={isOver} />
      {isPhone ? <PhoneMenu {...{ state, isOver, actions }} /> : <WideActions {...{ state, isOver, actions }} />}
    </header>
  );
}

const noActions = () => [];

type Part = Pick<InterviewerBarProps, 'state' | 'isOver' | 'actions'>;

function WideActions({ state, isOver, actions }: Part) {
  const hasRoom = useMedia(WIDE);
  return (
    <>
      <IconButton
        label={questionsLabel(actions)}
        size="sm"
        className={styles.counted ?? ''}
        disabled={isOver}
        onClick={actions.questions}
      >
        <BookOpenText size={18} aria-hidden />
        {actions.readyQuestions > 0 && (
          <span aria-hidden className={styles.count}>
            {actions.readyQuestions}
          </span>
        )}
      </IconButton>
      <IconButton
        label="My notes"
        title={`My notes (${NOTES_KEY})`}
        aria-keyshortcuts={NOTES_KEY}
        size="sm"
        disabled={isOver}
        onClick={actions.notes}
      >
        <NotebookPen size={18} aria-hidden />
      </IconButton>
      {hasRoom && (
        <IconButton label={chimeLabel(actions)} size="sm" disabled={isOver} onClick={actions.toggleChime}>
          {actions.isChiming ? <Bell size={18} aria-hidden /> : <BellOff size={18} aria-hidden />}
        </IconButton>
      )}
      <AccessMenu
        actions={hasRoom ? actions.access : [...actions.call, ...actions.access, chimeAction(actions)]}
        isLocked={state.admissions?.isLocked ?? false}
        disabled={isOver}
      />
      {hasRoom ? (
        <>
          <Button size="sm" look="quiet" icon={<Copy size={16} aria-hidden />} disabled={isOver} onClick={actions.copy}>
            Copy link
          </Button>
          <Button
            size="sm"
            look="quiet"
            icon={<Share size={16} aria-hidden />}
            disabled={isOver}
            onClick={actions.share}
          >
            Share link
          </Button>
        </>
      ) : (
        <>
          <IconButton label="Copy link" size="sm" disabled={isOver} onClick={actions.copy}>
            <Copy size={18} aria-hidden />
          </IconButton>
          <IconButton label="Share link" size="sm" disabled={isOver} onClick={actions.share}>
            <Share size={18} aria-hidden />
          </IconButton>
        </>
      )}
      <Button size="sm" look="dangerOutlined" disabled={isOver} onClick={actions.end}>
        End
      </Button>
    </>
  );
}

function questionsLabel({ readyQuestions }: RoomActions): string {
  return readyQuestions > 0 ? `Questions (${readyQuestions} ready)` : 'Questions';
}

const chimeAction = (actions: RoomActions): Action => ({ label: chimeLabel(actions), onSelect: actions.toggleChime });

function chimeLabel({ isChiming }: RoomActions): string {
  return isChiming ? 'Mute join sound' : 'Unmute join sound';
}

function PhoneMenu({ state, isOver, actions }: Part) {
  const other = state.typingMode === 'enter' ? 'instant' : 'enter';
  return (
    <ActionMenu
      label="More"
      disabled={isOver}
      actions={[
        ...actions.call,
        ...(actions.invite ? [{ label: 'Invite candidate', onSelect: actions.invite }] : []),
        { label: questionsLabel(actions), onSelect: actions.questions },
        { label: 'Share link', onSelect: actions.share },
        { label: 'Copy link', onSelect: actions.copy },
        { label: 'QR code', onSelect: actions.showCode },
        { label: 'My notes', onSelect: actions.notes },
        { label: 'Save', onSelect: actions.save },
        {
          label: `Typing mode: ${TYPING_MODE_LABELS[state.typingMode]}. Switch to ${TYPING_MODE_LABELS[other]}`,
          disabled: !state.isConnected,
          onSelect: () => actions.changeTypingMode(other),
        },
        ...actions.access,
        chimeAction(actions),
        { label: 'Editor settings', onSelect: actions.settings },
        { label: 'End', danger: true, onSelect: actions.end },
      ]}
    >
      <Ellipsis size={20} aria-hidden />
    </ActionMenu>
  );
}
