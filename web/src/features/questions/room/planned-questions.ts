import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';

interface OfInterview<Question> {
  shown: readonly Pick<InterviewQuestion, 'question_id'>[];
  template: { questions: readonly Question[] } | null;
}

/** Returns the questions of the interview's template that were not shown in it. */
export function plannedQuestions<Question extends { id: string }>({ shown, template }: OfInterview<Question>) {
  return template?.questions.filter(({ id }) => !shown.some((copy) => copy.question_id === id)) ?? [];
}
