import type { ShownQuestion } from '@cip/contracts/questions/question-events';
import { useEffect, useState } from 'react';
import { useStore } from '../../../shared/store.ts';
import type { ShownQuestions } from './shown-questions.ts';

interface ChosenQuestion {
  questions: readonly ShownQuestion[];
  /** The question that the user chose since the room brought one to the front, else that one; null if none is shown. */
  question: ShownQuestion | null;
  choose: (id: string) => void;
}

/** Returns the shown questions and the question that this page reads. */
export function useChosenQuestion(shown: ShownQuestions): ChosenQuestion {
  const { questions, front } = useStore(shown.store);
  const [chosen, choose] = useState(front);
  useEffect(() => {
    choose(front);
  }, [front]);
  const question = questions.find(({ id }) => id === chosen) ?? questions.find(({ id }) => id === front) ?? null;
  return { questions, question, choose };
}

/** Returns the name of a question's tab. */
export const questionTabName = ({ number }: ShownQuestion): string => `Question ${number}`;
