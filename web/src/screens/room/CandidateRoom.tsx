import { DEFAULT_LANGUAGE } from '@cip/contracts/documents';
import type { PublicInterview } from '@cip/contracts/interviews';
import { DEFAULT_TYPING_MODE } from '@cip/contracts/rooms';
import { useNavigate } from '@tanstack/react-router';
import Settings from 'lucide-react/icons/settings-2';
import { useEffect } from 'react';
import { forgetPlace } from '../../features/interviews/candidate-place.ts';
import { prepareEditor } from '../../features/documents/EditorPane.tsx';
import { isTouchOnly } from '../../features/documents/editor/editor-pane.ts';
import { LanguagePicker } from '../../features/documents/editor/LanguagePicker.tsx';
import { useEditorTheme } from '../../features/documents/editor/useEditorSettings.ts';
import { ConnectionChip } from '../../features/rooms/ConnectionChip.tsx';
import { ParticipantList } from '../../features/rooms/ParticipantList.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { IconButton } from '../../shared/ui/form/IconButton.tsx';
import { SMALL_SCREEN } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { LeftTextNotice } from '../candidate/LeftTextNotice.tsx';
import { CodeStatus } from './CodeStatus.tsx';
import { changeLanguage, LiveRoom } from './live-room.ts';
import styles from './room.module.css';
import { useParticipantActions } from './actions/participant-actions.ts';
import { RemovedScreen } from './RemovedScreen.tsx';
import { RoomEnd } from './RoomEnd.tsx';
import { RoomFoot } from './RoomFoot.tsx';
import { RoomFrame } from './RoomFrame.tsx';
import { RunControls } from './runs/RunControls.tsx';
import { useCanRun } from './runs/useCanRun.ts';
import { useSettingsSheet } from './useSettingsSheet.tsx';
import { useLiveRoom, useRoomState } from './useLiveRoom.ts';

/** Preloads what the room needs beyond this file. */
export const prepareRoom = prepareEditor;

export interface CandidateRoomProps {
  interview: PublicInterview;
  token: string;
  participantId: string;
  name: string;
}

/** The room that was entered before this screen rendered; taken once. */
let entered: LiveRoom | null = null;

/** Enters the room before its screen renders, which then takes it. */
export function enterAhead(interview: PublicInterview, place: Omit<CandidateRoomProps, 'interview'>): void {
  entered = enter({ interview, ...place });
}

function enter({ interview, token, participantId, name }: CandidateRoomProps): LiveRoom {
  const { room_code: roomCode, code_editor_data: code } = interview;
  return new LiveRoom(
    { roomCode, userName: name, userType: 'candidate', participantId, authToken: () => token },
    { typingMode: DEFAULT_TYPING_MODE, language: code[0]?.language ?? DEFAULT_LANGUAGE },
    interview,
  );
}

/** The candidate's room. */
export function CandidateRoom(props: CandidateRoomProps) {
  const { interview, participantId } = props;
  useDocumentTitle('Code Share');
  const room = useLiveRoom(() => enter(props), entered);
  useEffect(() => void (entered = null), []);
  return room ? <OpenRoom room={room} interview={interview} participantId={participantId} /> : <PageSpinner />;
}

interface OpenRoomProps {
  room: LiveRoom;
  interview: PublicInterview;
  participantId: string;
}

function OpenRoom({ room, interview, participantId }: OpenRoomProps) {
  const navigate = useNavigate();
  const isRemoved = useRoomState(room, (state) => state.isRemoved);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const theme = useEditorTheme();
  const { openSettings, settingsSheet } = useSettingsSheet();
  const saveState = <CodeStatus room={room} />;
  const leave = async () => {
    await room.code.deleteLocalData();
    forgetPlace(interview.room_code);
    await navigate({ to: '/' });
  };
  if (isRemoved) {
    // The stored place remains: with it the link shows this screen again instead of the join card.
    const go = () => void room.code.deleteLocalData().then(() => navigate({ to: '/' }));
    return (
      <RemovedScreen company={interview.company_name} onLeave={go}>
        <LeftTextNotice roomCode={interview.room_code} participantId={participantId} />
      </RemovedScreen>
    );
  }
  return (
    <>
      <RoomFrame
        room={room}
        theme={theme}
        bar={<CandidateBar room={room} interview={interview} onSettings={openSettings} />}
        saveState={saveState}
        onSettings={openSettings}
        foot={<RoomFoot saveState={saveState} onSettings={openSettings} disabled={isOver} />}
      />
      {settingsSheet}
      <RoomEnd room={room} onLeave={() => void leave()} />
    </>
  );
}

interface CandidateBarProps {
  room: LiveRoom;
  interview: PublicInterview;
  onSettings: () => void;
}

function CandidateBar({ room, interview, onSettings }: CandidateBarProps) {
  // As in room.module.css: a small window has no footer, and without a touch screen no key row.
  const isSmall = useMedia(SMALL_SCREEN);
  const participants = useRoomState(room, (state) => state.participants);
  const selfId = useRoomState(room, (state) => state.self?.id);
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const language = useRoomState(room, (state) => state.language);
  const actionsOf = useParticipantActions(room);
  const canRun = useCanRun(room);
  return (
    <header className={styles.bar}>
      <div className={styles.heading}>
        <h1 className={styles.company}>Code Share with {interview.company_name}</h1>
        <p className={styles.where}>Room: {interview.room_code}</p>
      </div>
      <ParticipantList
        participants={participants}
        selfId={selfId}
        colorOf={(id) => room.code.colors.of(id).color}
        actionsOf={actionsOf}
      />
      <span className={styles.space} />
      {!isSmall && (
        <>
          <LanguagePicker
            language={language}
            disabled={!isConnected}
            canRun={canRun}
            onChange={(next) => void changeLanguage(room, next)}
          />
          <RunControls room={room} />
        </>
      )}
      <ConnectionChip isConnected={isConnected} isOver={isOver} />
      {isSmall && !isTouchOnly() && (
        <IconButton label="Editor settings" disabled={isOver} onClick={onSettings}>
          <Settings size={18} aria-hidden />
        </IconButton>
      )}
    </header>
  );
}
