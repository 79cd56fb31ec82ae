import { DEFAULT_LANGUAGE } from '@cip/contracts/documents';
import type { InterviewWithCode } from '@cip/contracts/interviews';
import type { TypingMode } from '@cip/contracts/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../features/auth/useAccount.ts';
import { TypingModeToggle } from '../../features/rooms/TypingModeToggle.tsx';
import { storedToken } from '../../shared/stored-account.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { PageSpinner } from '../../shared/ui/Spinner.tsx';
import { toast } from '../../shared/ui/toast-store.ts';
import { useEditorTheme } from './editor-theme.ts';
import { CodeStatus } from './CodeStatus.tsx';
import { InterviewerBar } from './InterviewerBar.tsx';
import type { RoomActions } from './InterviewerBar.tsx';
import { LinkStrip } from './LinkStrip.tsx';
import { changeLanguage } from './live-room.ts';
import type { LiveRoom } from './live-room.ts';
import { useParticipantActions } from './participant-actions.ts';
import { RefusedSaves } from './RefusedSaves.tsx';
import { RoomEndedDialog } from './RoomEndedDialog.tsx';
import { RoomFoot } from './RoomFoot.tsx';
import { RoomFrame } from './RoomFrame.tsx';
import { copyLink, linkOf, shareLink } from './share-link.ts';
import { useEndInterview } from './useEndInterview.ts';
import { useCodeState, useLiveRoom, useRoomState } from './useLiveRoom.ts';
import { useQueuedSaves, useSaveCode } from './useSaveCode.ts';

/** The room as the interviewer sees it. */
export function InterviewerRoom({ interview }: { interview: InterviewWithCode }) {
  const { user, company } = useAccount();
  useDocumentTitle(`Room ${interview.room_code}`);
  const room = useLiveRoom(
    () => ({
      roomCode: interview.room_code,
      userName: user?.name ?? company.name,
      userType: 'interviewer',
      authToken: () => storedToken() ?? undefined,
    }),
    { typingMode: interview.typing_mode, language: interview.code_editor_data[0]?.language ?? DEFAULT_LANGUAGE },
  );
  return room ? <OpenRoom room={room} interview={interview} /> : <PageSpinner text="Starting interview session..." />;
}

function OpenRoom({ room, interview }: { room: LiveRoom; interview: InterviewWithCode }) {
  const navigate = useNavigate();
  const state = useRoomState(room);
  const code = useCodeState(room);
  const saves = useQueuedSaves(state.isConnected);
  const refused = saves.filter((row) => row.refused !== undefined);
  const [theme, toggleTheme] = useEditorTheme();
  const { isSaving, save } = useSaveCode(room, interview, theme);
  const outbox = { isSaving, waiting: saves.length - refused.length, refused: refused.length };
  const saveState = <CodeStatus room={room} saves={outbox} />;
  const { ending, ask, cancel, end } = useEndInterview(room, interview, theme);
  const actionsOf = useParticipantActions(room);
  const actions = { ...roomActions(room, interview), actionsOf, save, end: ask, toggleTheme };
  return (
    <>
      <RoomFrame
        room={room}
        theme={theme}
        bar={<InterviewerBar interview={interview} state={state} actions={actions} />}
        saveState={saveState}
        notices={<RefusedSaves saves={refused} />}
        strip={<LinkStrip link={linkOf(interview.room_code)} isSaving={isSaving} onCopy={actions.copy} onSave={save} />}
        foot={
          <RoomFoot saveState={saveState} theme={theme} onToggleTheme={toggleTheme}>
            <TypingModeToggle
              mode={state.typingMode}
              disabled={!state.isConnected}
              onChange={actions.changeTypingMode}
            />
          </RoomFoot>
        }
      />
      {(ending === 'asking' || ending === 'ending') && (
        <ConfirmDialog
          title="End interview"
          confirm="End"
          confirmBusy="Ending..."
          busy={ending === 'ending'}
          onConfirm={end}
          onCancel={cancel}
        >
          Are you sure you want to end this interview session? All participants will be disconnected.
        </ConfirmDialog>
      )}
      {state.ended && (ending === 'no' || ending === 'asking') && (
        <RoomEndedDialog
          message={state.ended.message}
          code={room.code.text}
          isUnsaved={code.sync.kind !== 'saved' || code.isHolding}
          onLeave={() => void room.code.forget().then(() => navigate({ to: '/sessions' }))}
        />
      )}
    </>
  );
}

function roomActions(room: LiveRoom, { room_code: roomCode }: InterviewWithCode) {
  const link = linkOf(roomCode);
  const changeTypingMode = async (mode: TypingMode) => {
    const ack = await room.connection.changeTypingMode(mode);
    if (!ack.ok) toast('bad', ack.error.message);
  };
  return {
    copy: () => void copyLink(link),
    share: () => void shareLink(link),
    changeTypingMode: (mode) => void changeTypingMode(mode),
    changeLanguage: (language) => void changeLanguage(room, language),
    colorOf: (id) => room.code.colors.of(id).color,
  } satisfies Partial<RoomActions>;
}
