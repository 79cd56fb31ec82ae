import * as contract from '@cip/contracts/interviews/interviews';
import { NOTES_MAX } from '@cip/contracts/interviews/notes-limits';
import * as planning from '@cip/contracts/interviews/planning';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { sendCalendar } from '../../../platform/http/send-calendar.ts';
import { interviewerCalendar } from '../calendar/calendar-files.service.ts';
import { limitRoomCodes, NOT_STARTED } from '../admissions/room-code-misses.service.ts';
import { scopeOf } from '../scope.service.ts';
import { mailedReply, sessionReply } from '../shown-interviews.service.ts';
import { listColleagues } from '../interviewers.repository.ts';
import { changePlan } from './plan-changes.service.ts';
import * as scheduling from './scheduling.service.ts';

/** Largest body of a change, in bytes: notes and their base with every character escaped, and the other fields. */
const CHANGE_LIMIT_BYTES = 2 * 6 * NOTES_MAX + 16 * 1024;

/** Registers the routes that schedule, reschedule, change and cancel interviews. */
export function schedulingRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...planning.scheduleInterview,
    async handler(request, reply) {
      const principal = principalOf(request);
      const schedule = () => scheduling.scheduleInterview(ctx, principal, request.body);
      const planned = await limitRoomCodes(ctx, networkOf(request.ip), schedule, NOT_STARTED);
      return reply.status(201).send(await mailedReply(ctx, principal, planned));
    },
  });

  app.route({
    ...contract.changeInterview,
    bodyLimit: CHANGE_LIMIT_BYTES,
    async handler(request) {
      const { params, body } = request;
      const principal = principalOf(request);
      return mailedReply(ctx, principal, await scheduling.changeInterview(ctx, principal, params.id, body));
    },
  });

  app.route({
    ...planning.changePlan,
    async handler(request) {
      const { params, body } = request;
      const principal = principalOf(request);
      return mailedReply(ctx, principal, await changePlan(ctx, principal, params.id, body));
    },
  });

  app.route({
    ...planning.getCalendarFile,
    async handler(request, reply) {
      return sendCalendar(reply, await interviewerCalendar(ctx, scopeOf(principalOf(request)), request.params.id));
    },
  });

  app.route({
    ...planning.listColleagues,
    handler: async (request) => ({ data: await listColleagues(ctx.db, principalOf(request).companyId) }),
  });

  app.route({
    ...planning.cancelInterview,
    async handler(request) {
      const principal = principalOf(request);
      return sessionReply(ctx, principal, await scheduling.cancelInterview(ctx, principal, request.params.id));
    },
  });
}
