import * as contract from '@cip/contracts/interviews';
import { listInterviewQuestions } from '@cip/contracts/interview-questions';
import { ENDED_MESSAGE } from '@cip/contracts/rooms';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/context.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { networkOf } from '../../platform/http/network.ts';
import { readInterviewQuestions } from './interview-questions.service.ts';
import * as interviews from './interviews.service.ts';
import { publicInterviewRoutes } from './public-interviews.routes.ts';
import { limitRoomCodes, NOT_STARTED } from './room-code-misses.service.ts';
import { schedulingRoutes } from './scheduling.routes.ts';

/** Registers the routes of interviews, for their company and for candidates. */
export function interviewRoutes(app: App, ctx: AppContext): void {
  publicInterviewRoutes(app, ctx);
  schedulingRoutes(app, ctx);

  app.route({
    ...contract.quickStart,
    async handler(request, reply) {
      const start = () => interviews.quickStart(ctx, principalOf(request), request.body);
      const session = await limitRoomCodes(ctx, networkOf(request.ip), start, NOT_STARTED);
      return reply.status(201).send({ session });
    },
  });

  app.route({
    ...contract.getInterviewByRoom,
    config: { ...contract.getInterviewByRoom.config, notFoundMessage: interviews.NO_ACCESS },
    async handler(request) {
      const { companyId } = principalOf(request);
      return { session: await interviews.readInterviewByRoom(ctx, companyId, request.params.room_code) };
    },
  });

  app.route({
    ...contract.listInterviews,
    handler: (request) => interviews.listInterviews(ctx, principalOf(request).companyId, request.query),
  });

  app.route({
    ...listInterviewQuestions,
    config: { ...listInterviewQuestions.config, notFoundMessage: interviews.NO_ACCESS },
    handler: (request) => readInterviewQuestions(ctx, principalOf(request).companyId, request.params.id),
  });

  app.route({
    ...contract.startInterview,
    config: { ...contract.startInterview.config, notFoundMessage: interviews.NO_ACCESS },
    async handler(request) {
      return { session: await interviews.startInterview(ctx, principalOf(request), request.params.id) };
    },
  });

  app.route({
    ...contract.deleteInterview,
    config: { ...contract.deleteInterview.config, notFoundMessage: interviews.NO_ACCESS },
    async handler(request) {
      await interviews.deleteInterview(ctx, principalOf(request), request.params.id);
      return { message: 'Session deleted' };
    },
  });

  app.route({
    ...contract.endInterview,
    config: { ...contract.endInterview.config, notFoundMessage: interviews.NO_ACCESS },
    async handler(request) {
      const { companyId, userId, name } = principalOf(request);
      const { params, query } = request;
      const announcement = { message: ENDED_MESSAGE, endedBy: name, onlyId: query.interview_session_id };
      return { session: await interviews.endInterview(ctx, companyId, params.room_code, { userId }, announcement) };
    },
  });
}
