import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { PaneHead } from '../../../features/questions/room/PaneHead.tsx';
import { questionTabName, useChosenQuestion } from '../../../features/questions/room/useChosenQuestion.ts';
import { useStore } from '../../../shared/store.ts';
import { IconButton } from '../../../shared/ui/plain/IconButton.tsx';
import type { LiveRoom, RoomQuestions } from '../live/live-room.ts';
import styles from '../room.module.css';
import { HideQuestion } from './HideQuestion.tsx';
import { RoomQuestion } from './load-questions.ts';
import { ShowQuestion } from './ShowQuestion.tsx';

interface QuestionPlaceProps {
  room: LiveRoom;
  runner: RoomQuestions;
}

/**
 * The place of the questions: beside a candidate's code, on every phone in place of the code. It stays, so that it
 * keeps where one reads. Interviewers with a wide window have their side panel.
 */
export function QuestionPlace({ room, runner }: QuestionPlaceProps) {
  const { question: isOpen, isSingle, cover } = useStore(room.panes.store);
  const { questions, question, choose } = useChosenQuestion(room.shownQuestions);
  const tabsId = useId();
  if (!question) return null;
  const canHide = room.userType === 'interviewer';
  return (
    <>
      {!isOpen && !isSingle && <ShowQuestion room={room} />}
      <div
        className={styles.question}
        hidden={!isOpen || cover === 'output' || cover === 'preview'}
        data-beside={isOpen && !isSingle}
        data-covering={isSingle}
      >
        {(questions.length > 1 || canHide || !isSingle) && (
          <PaneHead
            label="Questions"
            names={questions.map(questionTabName)}
            chosen={questionTabName(question)}
            onChoose={(name) => choose(questions.find((one) => questionTabName(one) === name)?.id ?? question.id)}
            tabsId={tabsId}
          >
            {canHide && <HideQuestion room={room} id={question.id} />}
            {!isSingle && (
              <IconButton label="Fold the question" size="sm" onClick={() => room.panes.hide('question')}>
                <X size={16} aria-hidden />
              </IconButton>
            )}
          </PaneHead>
        )}
        <RoomQuestion {...{ room, runner, questions, question, tabsId }} />
      </div>
    </>
  );
}
