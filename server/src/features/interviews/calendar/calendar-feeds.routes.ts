import * as contract from '@cip/contracts/interviews/calendar-feeds';
import type { AppContext } from '../../../context.ts';
import type { App } from '../../../platform/http-app.ts';
import { principalOf } from '../../../platform/http/authenticate.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { sendCalendar } from '../../../platform/http/send-calendar.ts';
import * as feeds from './calendar-feeds.service.ts';

/** Registers the routes of calendar feeds: for their accounts, and for the calendars that read them. */
export function calendarFeedRoutes(app: App, ctx: AppContext): void {
  app.route({
    ...contract.getCalendarFeed,
    async handler(request) {
      return { created_at: await feeds.readFeedStatus(ctx, principalOf(request)) };
    },
  });

  app.route({
    ...contract.createCalendarFeed,
    async handler(request, reply) {
      return reply.status(201).send(await feeds.createFeed(ctx, principalOf(request)));
    },
  });

  app.route({
    ...contract.removeCalendarFeed,
    async handler(request) {
      await feeds.removeFeed(ctx, principalOf(request));
      return { message: 'Calendar feed turned off' };
    },
  });

  app.route({
    ...contract.readCalendarFeed,
    async handler({ params, ip }, reply) {
      return sendCalendar(reply, await feeds.readFeed(ctx, networkOf(ip), params.file));
    },
  });
}
