import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import { useEffect } from 'react';
import { useAccount } from '../../../features/auth/useAccount.ts';
import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import { accountOfPage } from '../../../features/outbox/account-of-page.ts';
import { TypingModeToggle } from '../../../features/rooms/TypingModeToggle.tsx';
import { storedToken } from '../../../shared/device/stored-account.ts';
import { SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { useDocumentTitle } from '../../../shared/ui/use-document-title.ts';
import { prepareOutboxDialogs } from '../../outbox/outbox-dialogs.ts';
import { useEndDialogs } from './useEndDialogs.tsx';
import { useSaves } from './useSaves.tsx';
import { WaitingPlace } from '../admissions/WaitingPlace.tsx';
import { LinkStrip } from '../link/LinkStrip.tsx';
import { useCandidateLink } from '../link/useCandidateLink.tsx';
import { changeLanguage, changeTypingMode, LiveRoom } from '../live/live-room.ts';
import { useLiveRoom, useRoomState } from '../live/useLiveRoom.ts';
import { NOTES_KEY } from '../notes/useNotesKey.ts';
import { useQuestionsPanel } from '../questions/useQuestionsPanel.tsx';
import { RunControls } from '../runs/RunControls.tsx';
import { useCanRun } from '../runs/useCanRun.ts';
import { useSidePanel } from '../side/useSidePanel.tsx';
import { RoomFoot } from '../stage/RoomFoot.tsx';
import { useFormatAction } from '../actions/useFormatAction.ts';
import { RoomFrame } from '../stage/RoomFrame.tsx';
import { RoomWait } from '../stage/RoomWait.tsx';
import { useRoomKeys } from '../stage/useRoomKeys.ts';
import { useSettingsSheet } from '../stage/useSettingsSheet.tsx';
import { InterviewerBar } from './InterviewerBar.tsx';
import type { CodeActions, RoomActions } from './room-actions.ts';
import { usePeople } from './usePeople.tsx';

/** The interviewer's room. */
export function InterviewerRoom({ interview }: { interview: InterviewWithCode }) {
  const { user, company } = useAccount();
  useDocumentTitle(`Room ${interview.room_code}`);
  const room = useLiveRoom(
    () =>
      new LiveRoom(
        {
          roomCode: interview.room_code,
          userName: user?.name ?? company.name,
          userType: 'interviewer',
          participantId: accountOfPage()?.user,
          authToken: () => storedToken() ?? undefined,
        },
        {
          typingMode: interview.typing_mode,
          language: interview.code_editor_data[0]?.language ?? DEFAULT_LANGUAGE,
          // If an earlier release stored the interview offline, it has none.
          rule: interview.rule ?? null,
          completion: interview.completion ?? 'off',
        },
        interview,
      ),
  );
  return room ? <OpenRoom room={room} interview={interview} /> : <RoomWait />;
}

function OpenRoom({ room, interview }: { room: LiveRoom; interview: InterviewWithCode }) {
  const state = useRoomState(room, (whole) => whole);
  const theme = useEditorTheme();
  const { link, linkActions, invitation, hideInvitation, linkCode } = useCandidateLink(room, interview);
  const { isSaving, save, saveState, saveNotices } = useSaves(room, interview, theme);
  const { people, peopleDialogs } = usePeople(room, interview);
  const { openSettings, settingsSheet } = useSettingsSheet();
  const { openQuestions, questionsPanel, readyQuestions } = useQuestionsPanel(room, interview);
  const { askEnd, isEnded, endDialogs } = useEndDialogs(room, interview, theme);
  const isOver = state.ended !== null || isEnded;
  const { toggleNotes, sidePanel } = useSidePanel({ room, interview, isOver, onOpen: hideInvitation });
  const keyHelp = useRoomKeys('interviewer');
  const format = useFormatAction(room);
  // On a phone they are with the code.
  const isSmall = useMedia(SMALL_SCREEN);
  const canRun = useCanRun(room);
  useEffect(prepareOutboxDialogs, []);
  const actions: RoomActions = {
    link: linkActions,
    code: codeActions(room, { save, format, settings: openSettings }),
    people,
    session: { questions: openQuestions, readyQuestions, notes: toggleNotes, end: askEnd },
  };
  return (
    <>
      <RoomFrame
        {...{ room, theme, saveState }}
        bar={
          <InterviewerBar
            {...{ interview, state, isOver, actions, canRun, saveState }}
            runs={!isSmall && <RunControls room={room} />}
          />
        }
        over={
          <>
            {invitation}
            {sidePanel}
          </>
        }
        under={<WaitingPlace {...{ room, isOver }} isChiming={people.isChiming} />}
        notices={saveNotices}
        strip={<LinkStrip {...{ link, isSaving, onSave: save }} actions={linkActions} disabled={isOver} />}
        foot={
          <RoomFoot room={room} saveState={saveState} onSettings={openSettings} disabled={isOver}>
            <TypingModeToggle
              mode={state.typingMode}
              disabled={!state.isConnected || isOver}
              onChange={(mode) => changeTypingMode(room, mode)}
            />
          </RoomFoot>
        }
        keyHelp={`${NOTES_KEY} moves to your notes.`}
        onSettings={openSettings}
        onType={hideInvitation}
      />
      {settingsSheet}
      {!isOver && peopleDialogs}
      {!isOver && questionsPanel}
      {linkCode}
      {endDialogs}
      {keyHelp}
    </>
  );
}

function codeActions(room: LiveRoom, own: Pick<CodeActions, 'save' | 'format' | 'settings'>): CodeActions {
  return {
    ...own,
    changeTypingMode: (mode) => void changeTypingMode(room, mode),
    changeLanguage: (language) => void changeLanguage(room, language),
  };
}
