import { QuestionsScreen, type QuestionsScreenProps } from '../../features/questions/bank/QuestionsScreen.tsx';
import { questionParts } from './question-parts.ts';

/** The list of questions with what it takes from other features. */
export function QuestionsPage(props: Omit<QuestionsScreenProps, 'parts'>) {
  return <QuestionsScreen {...props} parts={questionParts} />;
}
