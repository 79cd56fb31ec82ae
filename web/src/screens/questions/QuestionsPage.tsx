import { QuestionsScreen, type QuestionsScreenProps } from '../../features/questions/bank/QuestionsScreen.tsx';
import { questionParts } from './question-parts.ts';

/** The list of questions with its parts from other features. */
export function QuestionsPage(props: Omit<QuestionsScreenProps, 'parts'>) {
  return <QuestionsScreen {...props} parts={questionParts} />;
}
