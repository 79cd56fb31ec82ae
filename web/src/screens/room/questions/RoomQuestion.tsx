import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import { useRef, useState } from 'react';
import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { QuestionPane } from '../../../features/questions/room/QuestionPane.tsx';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { showFile } from '../files/show-file.ts';
import { changeLanguage, type LiveRoom, type RoomQuestions } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useIsReadOnly } from '../live/useIsReadOnly.ts';
import { insertStarter, keptFiles } from './insert-starter.ts';
import { RoomTests } from './RoomTests.tsx';
import { StarterDialog } from './StarterDialog.tsx';

export interface RoomQuestionProps {
  room: LiveRoom;
  /** The runner of the tests. */
  runner: RoomQuestions;
  questions: readonly ShownQuestion[];
  /** The question that is read. */
  question: ShownQuestion;
  /** Prefix of the ids of the tabs that choose a question. */
  tabsId: string;
}

/** A question of the room with its tests, and its starter for the code. */
export function RoomQuestion({ room, runner, questions, question, tabsId }: RoomQuestionProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const language = useRoomState(room, (state) => state.language);
  const asides = useStore(room.shownQuestions.store, (state) => state.asides ?? 0);
  const isReadOnly = useIsReadOnly(room);
  // A dialog that a pause closed stays closed, because its button would take the next key.
  if (isReadOnly && asked !== null) setAsked(null);
  const isInserting = useRef(false);
  const showCode = () => {
    setAsked(null);
    if (room.code.shown.get() !== SHARED_TEXT) showFile(room, SHARED_TEXT);
    room.panes.uncover();
  };
  const insert = async ({ id }: { id: string }) => {
    if (isInserting.current) return;
    isInserting.current = true;
    const outcome = await insertStarter(room, id).finally(() => (isInserting.current = false));
    if (outcome === 'ask') return setAsked(id);
    if (outcome !== null) return toast('bad', outcome.problem);
    showCode();
    const kept = keptFiles(room, id);
    if (kept !== null) toast('good', kept);
  };
  return (
    <>
      <QuestionPane
        {...{ questions, question, asides, tabsId, language }}
        labelOf={(id) => languageOf(id).label}
        change={
          isReadOnly ? null : { insert: (one) => void insert(one), language: (next) => void changeLanguage(room, next) }
        }
        renderTests={(one) => <RoomTests {...{ room }} questions={runner} question={one} />}
      />
      {asked !== null && (
        <StarterDialog room={room} question={asked} onInserted={showCode} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
