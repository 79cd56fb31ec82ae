import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { DEFAULT_TYPING_MODE } from '@cip/contracts/rooms/rooms';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { forgetPlace } from '../../../features/interviews/candidate-place.ts';
import { prepareEditor } from '../../../features/documents/EditorPane.tsx';
import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import { useDocumentTitle } from '../../../shared/ui/use-document-title.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../../../shared/ui/loading/Spinner.tsx';
import { ReceiptPage } from '../../receipts/ReceiptPage.tsx';
import { CandidateBar } from './CandidateBar.tsx';
import { CodeStatus } from '../stage/CodeStatus.tsx';
import { FirstLineHint } from './FirstLineHint.tsx';
import { canRename } from './can-rename.ts';
import { LiveRoom } from '../live/live-room.ts';
import styles from '../room.module.css';
import { NameStrip } from './NameStrip.tsx';
import { RoomEnd } from '../stage/RoomEnd.tsx';
import { RoomFoot } from '../stage/RoomFoot.tsx';
import { RoomFrame } from '../stage/RoomFrame.tsx';
import { useRoomKeys } from '../stage/useRoomKeys.ts';
import { useSettingsSheet } from '../stage/useSettingsSheet.tsx';
import { useLiveRoom, useRoomState } from '../live/useLiveRoom.ts';

// Most candidates are never removed.
const RemovedScreen = lazyPart(async () => (await import('./RemovedScreen.tsx')).RemovedScreen);
// Most candidates never wait.
const WaitingRoom = lazyPart(async () => (await import('../waiting/WaitingRoom.tsx')).WaitingRoom);

/** Preloads the room's other files. */
export const prepareRoom = prepareEditor;

export interface CandidateRoomProps {
  interview: PublicInterview;
  token: string;
  participantId: string;
  name: string;
  /** True if the link knew the name, so that the candidate did not enter it. */
  isNameGiven: boolean;
  /** Opens the form for another name. */
  onRename: () => void;
}

type Place = Pick<CandidateRoomProps, 'token' | 'participantId' | 'name'>;

/** The room that was entered before this screen rendered; taken once. */
let entered: LiveRoom | null = null;

/** Enters the room before its screen renders, which then takes it. */
export function enterAhead(interview: PublicInterview, place: Place): void {
  entered = enter({ interview, ...place });
}

function enter({ interview, token, participantId, name }: Place & { interview: PublicInterview }): LiveRoom {
  const { room_code: roomCode, code_editor_data: code, rule, completion } = interview;
  return new LiveRoom(
    { roomCode, userName: name, userType: 'candidate', participantId, authToken: () => token },
    {
      typingMode: DEFAULT_TYPING_MODE,
      language: code[0]?.language ?? DEFAULT_LANGUAGE,
      // If an earlier release stored the document offline, it has no rules.
      rule: rule ?? null,
      completion: completion ?? 'off',
    },
    interview,
  );
}

/** The candidate's room. */
export function CandidateRoom(props: CandidateRoomProps) {
  useDocumentTitle(`Interview with ${props.interview.company_name}`);
  const room = useLiveRoom(() => enter(props), entered);
  useEffect(() => void (entered = null), []);
  return room ? <OpenRoom {...props} room={room} /> : <PageSpinner />;
}

type OpenRoomProps = CandidateRoomProps & { room: LiveRoom };

function OpenRoom(props: OpenRoomProps) {
  const { room, interview, token, participantId } = props;
  const navigate = useNavigate();
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const isRemoved = useRoomState(room, (state) => state.isRemoved);
  const waiting = useRoomState(room, (state) => state.waiting);
  const leave = async (keepsText: boolean) => {
    // Else the link offers the text again, also that of another tab.
    if (!keepsText && (await room.code.deleteLocalData())) forgetPlace(interview.room_code);
    await navigate({ to: '/' });
  };
  if (isReceiptOpen)
    return (
      <ReceiptPage
        roomCode={interview.room_code}
        place={{ token, participantId }}
        onBack={() => setReceiptOpen(false)}
      />
    );
  if (isRemoved)
    return (
      <Suspense fallback={<PageSpinner />}>
        <RemovedScreen {...{ room, interview, participantId }} />
      </Suspense>
    );
  return (
    <>
      {waiting === null ? (
        <AdmittedRoom {...props} />
      ) : (
        <Suspense fallback={<PageSpinner />}>
          <WaitingRoom room={room} interview={interview} waiting={waiting} />
        </Suspense>
      )}
      <RoomEnd
        room={room}
        onLeave={(keepsText) => void leave(keepsText)}
        onReceipt={waiting === null ? () => setReceiptOpen(true) : undefined}
      />
    </>
  );
}

function AdmittedRoom({ room, interview, name, isNameGiven, onRename }: OpenRoomProps) {
  const isOver = useRoomState(room, (state) => state.ended !== null);
  const keyHelp = useRoomKeys('candidate');
  const theme = useEditorTheme();
  const { openSettings, settingsSheet } = useSettingsSheet();
  const saveState = (
    <>
      <CodeStatus room={room} />
      <FirstLineHint room={room} />
    </>
  );
  const rename = async () => {
    if (await canRename(room)) onRename();
  };
  return (
    <>
      <RoomFrame
        room={room}
        theme={theme}
        bar={<CandidateBar {...{ room, interview }} onSettings={openSettings} onRename={() => void rename()} />}
        saveState={saveState}
        onSettings={openSettings}
        under={
          <>
            {isNameGiven && !isOver && <NameStrip {...{ interview, name }} onRename={() => void rename()} />}
            <div className={styles.firstLineUnder}>
              <FirstLineHint room={room} />
            </div>
          </>
        }
        foot={<RoomFoot room={room} saveState={saveState} onSettings={openSettings} disabled={isOver} />}
      />
      {settingsSheet}
      {keyHelp}
    </>
  );
}
