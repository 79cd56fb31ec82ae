import { QuestionScreen } from '../../features/questions/bank/editor/QuestionScreen.tsx';
import { questionParts } from './question-parts.ts';

/** The editor of a question with its parts from other features. */
export const QuestionPage = ({ id }: { id: string }) => <QuestionScreen id={id} parts={questionParts} />;
