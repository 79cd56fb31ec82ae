import X from 'lucide-react/icons/x';
import { Suspense, useId } from 'react';
import type { ReactNode } from 'react';
import { PaneHead } from '../../../features/questions/room/PaneHead.tsx';
import { questionTabName, useChosenQuestion } from '../../../features/questions/room/useChosenQuestion.ts';
import { useStore } from '../../../shared/store.ts';
import { IconButton } from '../../../shared/ui/joy/IconButton.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { HideQuestion } from '../questions/HideQuestion.tsx';
import { RoomQuestion } from '../questions/load-questions.ts';
import { ShowQuestion } from '../questions/ShowQuestion.tsx';
import styles from './side-panel.module.css';

const NOTES = 'Notes';

interface SidePanelProps {
  room: LiveRoom;
  /** The notes while they are open. */
  notes: ReactNode;
  onNotes: () => void;
  onClose: () => void;
}

/** The interviewer's panel beside the code: the questions of the room and the own notes, of which it shows one. */
export function SidePanel({ room, notes, onNotes, onClose }: SidePanelProps) {
  const { question: isQuestionOpen, notes: isNotesOpen } = useStore(room.panes.store);
  const runner = useStore(room.questions);
  const { questions, question, choose } = useChosenQuestion(room.shownQuestions);
  const tabsId = useId();
  const questionsId = useId();
  const known = runner === null ? [] : questions;
  const isReading = isQuestionOpen && !isNotesOpen && known.length > 0;
  const chooseTab = (name: string) => {
    const chosen = known.find((one) => questionTabName(one) === name);
    if (!chosen) return onNotes();
    choose(chosen.id);
    room.panes.showQuestion();
  };
  return (
    <>
      {!isQuestionOpen && !isNotesOpen && known.length > 0 && <ShowQuestion room={room} />}
      {/* It stays, so that it keeps where one reads. */}
      <div className={styles.panel} hidden={!isReading && !isNotesOpen} data-side-panel>
        <PaneHead
          label="Side panel"
          names={[...known.map(questionTabName), NOTES]}
          chosen={isReading && question ? questionTabName(question) : NOTES}
          onChoose={chooseTab}
          tabsId={tabsId}
        >
          {isReading && question && <HideQuestion room={room} id={question.id} />}
          <IconButton label="Close side panel" size="sm" onClick={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        </PaneHead>
        {runner && question && (
          <div className={styles.body} hidden={!isReading}>
            <Suspense>
              {/* The tabs control what is shown, so behind the notes it has another id. */}
              <RoomQuestion {...{ room, runner, questions, question }} tabsId={isReading ? tabsId : questionsId} />
            </Suspense>
          </div>
        )}
        {isNotesOpen && (
          <div role="tabpanel" id={`${tabsId}-panel`} aria-label={NOTES} className={styles.body}>
            {notes}
          </div>
        )}
      </div>
    </>
  );
}
