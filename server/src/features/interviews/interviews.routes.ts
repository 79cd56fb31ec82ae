import * as contract from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { ENDED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { AppContext } from '../../context.ts';
import type { App } from '../../platform/http-app.ts';
import { principalOf } from '../../platform/http/authenticate.ts';
import { networkOf } from '../../platform/http/network.ts';
import { deleteInterview } from './deletion.service.ts';
import * as interviews from './interviews.service.ts';
import * as starting from './start-interview.service.ts';
import { limitRoomCodes, NOT_STARTED } from './admissions/room-code-misses.service.ts';
import { scopeOf } from './scope.service.ts';
import { sessionReply, shownTo } from './shown-interviews.service.ts';

/** Registers the routes of interviews for their company. */
export function interviewRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...planning.quickStart,
    async handler(request, reply) {
      const principal = principalOf(request);
      const start = () => starting.quickStart(ctx, principal, request.body);
      const session = await limitRoomCodes(ctx, networkOf(request.ip), start, NOT_STARTED);
      return reply.status(201).send(await sessionReply(ctx, principal, session));
    },
  });

  app.route({
    ...contract.getInterviewByRoom,
    async handler(request) {
      const principal = principalOf(request);
      const session = await interviews.readInterviewByRoom(ctx, scopeOf(principal), request.params.room_code);
      return sessionReply(ctx, principal, session);
    },
  });

  app.route({
    ...contract.listInterviews,
    async handler(request) {
      const principal = principalOf(request);
      const page = await interviews.listInterviews(ctx, scopeOf(principal), request.query);
      return { ...page, data: await shownTo(ctx, principal, page.data) };
    },
  });

  app.route({
    ...planning.startInterview,
    async handler(request) {
      const principal = principalOf(request);
      return sessionReply(ctx, principal, await starting.startInterview(ctx, principal, request.params.id));
    },
  });

  app.route({
    ...contract.deleteInterview,
    async handler(request) {
      await deleteInterview(ctx, principalOf(request), request.params.id);
      return { message: 'Session deleted' };
    },
  });

  app.route({
    ...contract.endInterview,
    async handler(request) {
      const { params, query } = request;
      const principal = principalOf(request);
      const announcement = { message: ENDED_MESSAGE, endedBy: principal.name, onlyId: query.interview_session_id };
      const session = await interviews.endInterview(ctx, scopeOf(principal), params.room_code, principal, announcement);
      return sessionReply(ctx, principal, session);
    },
  });
}
