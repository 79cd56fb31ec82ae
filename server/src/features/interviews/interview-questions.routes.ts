import { getInterviewQuestion, listInterviewQuestions } from '@cip/contracts/questions/interview-questions';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { readInterviewQuestion, readInterviewQuestions } from './interview-questions.service.ts';
import { scopeOf } from './scope.service.ts';

/** Registers the routes for the questions of the company's interviews. */
export function interviewQuestionRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...listInterviewQuestions,
    handler: (request) => readInterviewQuestions(ctx, scopeOf(principalOf(request)), request.params.id),
  });

  app.route({
    ...getInterviewQuestion,
    handler: (request) => readInterviewQuestion(ctx, scopeOf(principalOf(request)), request.params),
  });
}
