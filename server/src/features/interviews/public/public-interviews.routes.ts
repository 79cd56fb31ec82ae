import * as contract from '@cip/contracts/interviews/public-interviews';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { bearerOf } from '../../../platform/http/authenticate.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { sendCalendar } from '../../../platform/http/send-calendar.ts';
import { candidateCalendar } from '../calendar/calendar-files.service.ts';
import { declineInterview } from './declines.service.ts';
import { joinInterview, readPublicInterview } from '../admissions/public-interviews.service.ts';
import { limitRoomCodes } from '../admissions/room-code-misses.service.ts';

/** Registers the routes that need only an interview's link. */
export function publicInterviewRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getPublicInterview,
    async handler(request) {
      const read = () => readPublicInterview(ctx, request.params.roomCode, bearerOf(request));
      return { session: await limitRoomCodes(ctx, networkOf(request.ip), read) };
    },
  });

  app.route({
    ...contract.getPublicCalendarFile,
    async handler({ params, ip }, reply) {
      const read = () => candidateCalendar(ctx, params.roomCode);
      return sendCalendar(reply, await limitRoomCodes(ctx, networkOf(ip), read));
    },
  });

  app.route({
    ...contract.declineInterview,
    async handler(request) {
      const { params, body, ip } = request;
      return limitRoomCodes(ctx, networkOf(ip), async () => {
        await declineInterview(ctx, params.roomCode, body.note);
        return { session: await readPublicInterview(ctx, params.roomCode, bearerOf(request)) };
      });
    },
  });

  app.route({
    ...contract.joinInterview,
    handler: ({ params, body, ip }) =>
      limitRoomCodes(ctx, networkOf(ip), () => joinInterview(ctx, params.roomCode, body.candidate_name)),
  });
}
