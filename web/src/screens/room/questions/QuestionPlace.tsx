import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { useState } from 'react';
import { QuestionPane } from '../../../features/questions/room/QuestionPane.tsx';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/plain/Button.tsx';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { changeLanguage, type LiveRoom, type RoomQuestions } from '../live/live-room.ts';
import { insertStarter } from './insert-starter.ts';
import { RoomTests } from './RoomTests.tsx';
import { StarterDialog } from './StarterDialog.tsx';
import styles from '../room.module.css';
import { useRoomState } from '../live/useLiveRoom.ts';

interface QuestionPlaceProps {
  room: LiveRoom;
  questions: RoomQuestions;
  isReadOnly: boolean;
}

/** The place of the questions: beside the code, on a phone in its place. It stays, so that it keeps where one reads. */
export function QuestionPlace({ room, questions, isReadOnly }: QuestionPlaceProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const { question: isOpen, isSingle, cover } = useStore(room.panes.store);
  const language = useRoomState(room, (state) => state.language);
  const { shownQuestions: shown } = room;
  const hide = async (id: string) => {
    const ack = await shown.request('question:hide', { id });
    if (!ack.ok) toast('bad', ack.error.message);
  };
  const showCode = () => {
    setAsked(null);
    room.panes.uncover();
  };
  const insert = ({ id }: { id: string }) => (insertStarter(room, id) ? showCode() : setAsked(id));
  return (
    <>
      {!isOpen && !isSingle && (
        <span className={styles.unfold}>
          <Button size="sm" onClick={() => room.panes.showQuestion()}>
            Show the question
          </Button>
        </span>
      )}
      <div
        className={styles.question}
        hidden={!isOpen || cover === 'output'}
        data-beside={isOpen && !isSingle}
        data-covering={isSingle}
      >
        <QuestionPane
          shown={shown}
          language={language}
          labelOf={(id) => languageOf(id).label}
          change={isReadOnly ? null : { insert, language: (next) => void changeLanguage(room, next) }}
          onHide={room.userType === 'interviewer' ? (id) => void hide(id) : null}
          renderTests={(question) => <RoomTests {...{ room, questions, question }} />}
          onFold={isSingle ? null : () => room.panes.hide('question')}
        />
      </div>
      {asked !== null && !isReadOnly && (
        <StarterDialog room={room} question={asked} onInserted={showCode} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
