import type { InterviewQuestion } from '@cip/contracts/questions/interview-questions';

interface OfInterview {
  shown: readonly Pick<InterviewQuestion, 'question_id'>[];
  template: { questions: readonly { id: string; title: string }[] } | null;
}

/** Returns the questions of the interview's template that were not shown in it. */
export function plannedQuestions({ shown, template }: OfInterview) {
  return template?.questions.filter(({ id }) => !shown.some((copy) => copy.question_id === id)) ?? [];
}
