import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import Settings from 'lucide-react/icons/settings-2';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import { ConnectionChip } from '../../../features/rooms/connection/ConnectionChip.tsx';
import { ParticipantList } from '../../../features/rooms/ParticipantList.tsx';
import { useAbsent } from '../../../features/rooms/useAbsent.ts';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { MenuText } from '../../../shared/ui/overlay/ActionMenu.tsx';
import { SMALL_SCREEN, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { useParticipantActions } from '../actions/participant-actions.ts';
import { useFormatAction } from '../actions/useFormatAction.ts';
import { callActions } from '../actions/call-action.ts';
import { CandidateMenu } from './CandidateMenu.tsx';
import { CodeStatus } from '../stage/CodeStatus.tsx';
import { RoomLanguage } from '../stage/RoomLanguage.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { RunControls } from '../runs/RunControls.tsx';
import { useRoomState } from '../live/useLiveRoom.ts';

interface CandidateBarProps {
  room: LiveRoom;
  interview: PublicInterview;
  onSettings: () => void;
  /** Leaves this place in the room, to join under another name. */
  onRename: () => void;
}

/** The candidate's bar: whose interview this is, participants, language, runs and help. */
export function CandidateBar({ room, interview, onSettings, onRename }: CandidateBarProps) {
  // As in room.module.css: a small window has no footer, and without a touch screen no key row.
  const isSmall = useMedia(SMALL_SCREEN);
  const isWide = useMedia(WIDE);
  const participants = useRoomState(room, (state) => state.participants);
  const self = useRoomState(room, (state) => state.self);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const removed = useRoomState(room, (state) => state.removed);
  const absent = useAbsent({ participants, self, removed });
  const actionsOf = useParticipantActions(room);
  const format = useFormatAction(room);
  return (
    <header className={styles.bar}>
      <h1 className={styles.with}>
        <span className={styles.preface}>Code Share with </span>
        <span className={styles.title}>{interview.company_name}</span>
      </h1>
      <p className={styles.where}>
        {interview.interviewer_name !== interview.company_name && (
          <span>Interview with {interview.interviewer_name}</span>
        )}{' '}
        <span>Room: {interview.room_code}</span>
      </p>
      <ParticipantList
        participants={participants}
        absent={isOver ? [] : absent}
        selfId={self?.id}
        colorOf={(id) => room.code.colors.of(id).color}
        actionsOf={actionsOf}
      />
      {!isSmall && self && (
        <span aria-hidden className={styles.you}>
          You: <bdi>{self.name}</bdi>
        </span>
      )}
      <span className={styles.space} />
      <span className={styles.pill}>
        <CodeStatus room={room} />
      </span>
      {!isSmall && (
        <>
          <CallLink link={interview.call_link} />
          {!isTouchOnly() && <RoomLanguage room={room} />}
          <RunControls room={room} />
        </>
      )}
      <ConnectionChip isConnected={isConnected} isOver={isOver} />
      {isSmall && !isTouchOnly() && (
        <IconButton label="Editor settings" disabled={isOver} onClick={onSettings}>
          <Settings size={18} aria-hidden />
        </IconButton>
      )}
      <CandidateMenu
        {...{ room, onRename }}
        head={!isWide && <MenuText>{`Room: ${interview.room_code}`}</MenuText>}
        first={isSmall ? [...callActions(interview.call_link), ...format] : format}
      />
    </header>
  );
}
