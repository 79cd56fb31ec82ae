import type { InterviewWithCode } from '@cip/contracts/interviews/interviews';
import { Suspense, useState } from 'react';
import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useReadyQuestions } from './useReadyQuestions.ts';

const QuestionsPanel = lazyPart(
  async () => (await import('../../../features/questions/room/QuestionsPanel.tsx')).QuestionsPanel,
);

/** Returns the panel with the company's questions, which only interviewers have, and its opener. */
export function useQuestionsPanel(room: LiveRoom, interview: InterviewWithCode) {
  const [isOpen, setOpen] = useState(false);
  return {
    readyQuestions: useReadyQuestions(room, interview),
    openQuestions: () => setOpen(true),
    questionsPanel: isOpen && (
      <Suspense>
        <QuestionsPanel
          interviewId={interview.id}
          shown={room.shownQuestions}
          labelOf={(id) => languageOf(id).label}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
}
