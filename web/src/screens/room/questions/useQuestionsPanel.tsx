import { Suspense, useState } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live-room.ts';

const QuestionsPanel = lazyPart(
  async () => (await import('../../../features/questions/room/QuestionsPanel.tsx')).QuestionsPanel,
);

/** Returns the panel with the company's questions, which only interviewers have, and what opens it. */
export function useQuestionsPanel(room: LiveRoom, interviewId: string) {
  const [isOpen, setOpen] = useState(false);
  return {
    openQuestions: () => setOpen(true),
    questionsPanel: isOpen && (
      <Suspense>
        <QuestionsPanel interviewId={interviewId} shown={room.shownQuestions} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
