import { DEFAULT_LANGUAGE } from '@cip/contracts/rooms/documents';
import type { RoomAdmissions } from '@cip/contracts/interviews/admissions';
import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import type { Participant, TypingMode } from '@cip/contracts/rooms/rooms';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useAccount } from '../../../features/auth/useAccount.ts';
import { useChimeSetting } from '../../../features/rooms/chime-setting.ts';
import { accountOfPage } from '../../../features/outbox/account-of-page.ts';
import { outboxEntries } from '../../../features/outbox/page-outbox.ts';
import { useEditorTheme } from '../../../features/documents/editor/useEditorSettings.ts';
import { TypingModeToggle } from '../../../features/rooms/TypingModeToggle.tsx';
import { useArrivals } from '../../../features/rooms/useArrivals.ts';
import { useKnocks } from '../../../features/rooms/useKnocks.ts';
import { storedToken } from '../../../shared/device/stored-account.ts';
import { useStore } from '../../../shared/store.ts';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { useDocumentTitle } from '../../../shared/ui/use-document-title.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../../../shared/ui/loading/Spinner.tsx';
import { SMALL_SCREEN, WIDE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { prepareOutboxDialogs } from '../../outbox/outbox-dialogs.ts';
import { accessActions } from '../admissions/access-actions.tsx';
import { callActions } from '../actions/call-action.ts';
import { CodeStatus } from '../stage/CodeStatus.tsx';
import { HeldLines } from '../HeldLines.tsx';
import { InterviewerBar } from './InterviewerBar.tsx';
import type { RoomActions } from './InterviewerBar.tsx';
import { LinkStrip } from '../link/LinkStrip.tsx';
import { changeLanguage } from '../live/live-room.ts';
import { LiveRoom } from '../live/live-room.ts';
import { useInterviewerActions } from '../actions/participant-actions.ts';
import { RefusedSaves, UnsavedCode } from '../actions/RefusedSaves.tsx';
import { RemoveParticipant } from '../actions/RemoveParticipant.tsx';
import { useQuestionsPanel } from '../questions/useQuestionsPanel.tsx';
import { RoomEnd } from '../stage/RoomEnd.tsx';
import { RoomFoot } from '../stage/RoomFoot.tsx';
import { RoomFrame } from '../stage/RoomFrame.tsx';
import { copyLink, linkOf, shareLink } from '../link/share-link.ts';
import { useRuleDialog } from '../rule/useRuleDialog.tsx';
import { RunControls } from '../runs/RunControls.tsx';
import { useCanRun } from '../runs/useCanRun.ts';
import { toSession } from '../actions/to-session.ts';
import { useEndInterview } from '../actions/useEndInterview.ts';
import { useInvitation } from '../link/useInvitation.tsx';
import { useLinkCode } from '../link/useLinkCode.tsx';
import { NOTES_KEY } from '../notes/useNotesKey.ts';
import { useNotesSheet } from '../notes/useNotesSheet.tsx';
import { useSettingsSheet } from '../stage/useSettingsSheet.tsx';
import { useLiveRoom, useRoomState } from '../live/useLiveRoom.ts';
import { useSaveCode } from '../actions/useSaveCode.ts';

const WaitingBar = lazyPart(async () => (await import('../admissions/WaitingBar.tsx')).WaitingBar);

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
          // An interview that an earlier release stored offline has none.
          rule: interview.rule ?? null,
        },
        interview,
      ),
  );
  return room ? <OpenRoom room={room} interview={interview} /> : <PageSpinner text="Starting interview session..." />;
}

function OpenRoom({ room, interview }: { room: LiveRoom; interview: InterviewWithCode }) {
  const navigate = useNavigate();
  const state = useRoomState(room, (whole) => whole);
  const queued = useStore(outboxEntries).filter(({ interviewId }) => interviewId === interview.id);
  const refused = queued.filter((entry) => entry.refused);
  const theme = useEditorTheme();
  const { openSettings, settingsSheet } = useSettingsSheet();
  const link = linkOf(interview.room_code);
  const { showCode, linkCode } = useLinkCode(link);
  const { openQuestions, questionsPanel, readyQuestions } = useQuestionsPanel(room, interview);
  const { invitation, invite, hide: hideInvitation } = useInvitation(room, link, interview.candidate_name);
  const { isSaving, save, unsavedCode, dismissUnsavedCode } = useSaveCode(room, interview, theme);
  const outbox = {
    isSaving,
    waiting: queued.length - refused.length,
    refused: refused.length,
    isLost: unsavedCode !== null,
  };
  const saveState = (
    <>
      <CodeStatus room={room} saves={outbox} />
      <HeldLines room={room} onRealtime={() => void changeTypingMode(room, 'instant')} />
    </>
  );
  const { ending, ask, cancel, end } = useEndInterview(room, interview, theme);
  const isOver = state.ended !== null || ending === 'ended';
  const { isConnected } = state;
  const { toggleNotes, notesSheet } = useNotesSheet({
    room,
    isConnected,
    isOver,
    interviewId: interview.id,
    onOpen: hideInvitation,
  });
  const canRun = useCanRun(room);
  const place = usePlaceOfRuns();
  const [removing, setRemoving] = useState<Participant | null>(null);
  const actionsOf = useInterviewerActions(room, setRemoving);
  const [isChiming, toggleChime] = useChimeSetting();
  const admissions = isOver ? null : state.admissions;
  const waiting = admissions?.waiting ?? NO_ONE;
  // Where candidates are admitted, the sound at their request is enough.
  useArrivals(state, isChiming && !state.admissions?.asksBeforeAdmitting);
  useKnocks(waiting, isChiming);
  const { ruleAction, ruleDialog } = useRuleDialog(room);
  const access = accessActions(room, state);
  useEffect(prepareOutboxDialogs, []);
  const own = {
    actionsOf,
    call: callActions(interview.call_link),
    access: [...access, ruleAction],
    save,
    end: ask,
    settings: openSettings,
    questions: openQuestions,
    readyQuestions,
    notes: toggleNotes,
    invite,
    showCode,
    isChiming,
    toggleChime,
  };
  const actions = { ...roomActions(room, interview), ...own };
  return (
    <>
      <RoomFrame
        room={room}
        theme={theme}
        bar={
          <InterviewerBar
            {...{ interview, state, isOver, actions, canRun, saveState }}
            runs={place === 'bar' && <RunControls room={room} />}
          />
        }
        saveState={saveState}
        onSettings={openSettings}
        over={
          <>
            {invitation}
            {notesSheet}
          </>
        }
        under={
          waiting.length > 0 &&
          admissions && (
            <Suspense>
              <WaitingBar {...{ room, admissions }} actions={access} disabled={!state.isConnected} />
            </Suspense>
          )
        }
        onType={hideInvitation}
        keyHelp={`${NOTES_KEY} moves to your notes.`}
        notices={
          <>
            <RefusedSaves saves={refused} />
            {unsavedCode !== null && (
              <UnsavedCode code={unsavedCode} language={state.language} onDismiss={dismissUnsavedCode} />
            )}
          </>
        }
        strip={
          <LinkStrip
            link={link}
            isSaving={isSaving}
            disabled={isOver}
            onCopy={actions.copy}
            onCode={showCode}
            onSave={save}
            onInvite={invite}
          >
            {place === 'strip' && <RunControls room={room} />}
          </LinkStrip>
        }
        foot={
          <RoomFoot saveState={saveState} onSettings={openSettings} disabled={isOver}>
            <TypingModeToggle
              mode={state.typingMode}
              disabled={!state.isConnected || isOver}
              onChange={(mode) => changeTypingMode(room, mode)}
            />
          </RoomFoot>
        }
      />
      {removing && !isOver && (
        <RemoveParticipant room={room} participant={removing} onClose={() => setRemoving(null)} />
      )}
      {settingsSheet}
      {!isOver && ruleDialog}
      {!isOver && questionsPanel}
      {linkCode}
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
      {(ending === 'no' || ending === 'asking') && (
        <RoomEnd
          room={room}
          onLeave={() => void room.code.deleteLocalData().then(() => navigate(toSession(interview)))}
        />
      )}
    </>
  );
}

const NO_ONE: RoomAdmissions['waiting'] = [];

/** Returns where the controls of runs are; null on a phone, which has them with its code. */
function usePlaceOfRuns(): 'bar' | 'strip' | null {
  const isSmall = useMedia(SMALL_SCREEN);
  const isWide = useMedia(WIDE);
  return isSmall ? null : isWide ? 'bar' : 'strip';
}

async function changeTypingMode({ connection }: LiveRoom, mode: TypingMode): Promise<void> {
  const ack = await connection.changeTypingMode(mode);
  if (!ack.ok) toast('bad', ack.error.message);
}

function roomActions(room: LiveRoom, { room_code: roomCode }: InterviewWithCode) {
  const link = linkOf(roomCode);
  return {
    copy: () => void copyLink(link),
    share: () => void shareLink(link),
    changeTypingMode: (mode) => void changeTypingMode(room, mode),
    changeLanguage: (language) => void changeLanguage(room, language),
    colorOf: (id) => room.code.colors.of(id).color,
  } satisfies Partial<RoomActions>;
}
