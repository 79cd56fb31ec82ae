import * as contract from '@cip/contracts/questions/questions';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import * as questions from './questions.service.ts';

/** Largest body of a question, in bytes: all fields at their limits in plain letters, with room to spare. */
const QUESTION_LIMIT_BYTES = 3 * 1024 * 1024;

/** Registers the routes of questions, for all interviewers of their company. */
export function questionRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listQuestions,
    handler: (request) => questions.listQuestions(ctx, principalOf(request).companyId, request.query),
  });

  app.route({
    ...contract.listQuestionTags,
    handler: (request) => questions.listQuestionTags(ctx, principalOf(request).companyId),
  });

  app.route({
    ...contract.getQuestion,
    async handler(request) {
      return { question: await questions.requireQuestion(ctx.db, principalOf(request).companyId, request.params.id) };
    },
  });

  app.route({
    ...contract.createQuestion,
    bodyLimit: QUESTION_LIMIT_BYTES,
    async handler(request, reply) {
      const question = await questions.createQuestion(ctx, principalOf(request), request.body);
      return reply.status(201).send({ question });
    },
  });

  app.route({
    ...contract.changeQuestion,
    bodyLimit: QUESTION_LIMIT_BYTES,
    async handler(request) {
      const { params, body } = request;
      return { question: await questions.changeQuestion(ctx, principalOf(request), params.id, body) };
    },
  });

  lifeRoutes(app, ctx);
  versionRoutes(app, ctx);
}

/** Registers the routes that archive, restore and delete questions. */
function lifeRoutes(app: App, ctx: AppContext): void {
  for (const [route, isArchived] of [
    [contract.archiveQuestion, true],
    [contract.restoreQuestion, false],
  ] as const)
    app.route({
      ...route,
      async handler(request) {
        const { id } = request.params;
        return { question: await questions.archiveQuestion(ctx, principalOf(request), id, isArchived) };
      },
    });

  app.route({
    ...contract.deleteQuestion,
    async handler(request) {
      await questions.deleteQuestion(ctx, principalOf(request), request.params.id);
      return { message: 'Question deleted' };
    },
  });
}

function versionRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.listQuestionVersions,
    handler: (request) => questions.listQuestionVersions(ctx, principalOf(request).companyId, request.params.id),
  });

  app.route({
    ...contract.getQuestionVersion,
    handler: (request) => questions.readQuestionVersion(ctx, principalOf(request).companyId, request.params),
  });
}
