import { randomBytes } from 'node:crypto';
import type { createCalendarFeed } from '@cip/contracts/interviews/calendar-feeds';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_FEED } from '@cip/contracts/protocol/not-found';
import type { DbContext, LimitContext } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { requireRecentSignIn, type Principal } from '../../../platform/http/authenticate.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import * as feeds from './calendar-feeds.repository.ts';
import { calendarFeed } from '../mails/interview-calendar.ts';
import { interviewerEvent } from '../mails/interview-emails.ts';
import { detailsLink, interviewerLink } from '../mails/interview-links.ts';

/** 256 bits: a plain digest is enough, because no number of requests finds one. */
const SECRET_BYTES = 32;
/** A calendar of an interviewer with ten interviews a day is still complete for half a year. */
const BOUNDS = { pastDays: 90, futureDays: 366, atMost: 2_000 };

/**
 * Creates the address of the user's calendar feed, which is returned only here; an earlier address stops working.
 * Throws `reauthenticate`.
 */
export function createFeed(
  { db, origin }: LimitContext,
  principal: Principal,
): Promise<Reply<typeof createCalendarFeed>> {
  requireRecentSignIn(principal);
  const { companyId, userId } = principal;
  const file = `${randomBytes(SECRET_BYTES).toString('base64url')}.ics`;
  return db.transaction().execute(async (trx) => {
    const feed = await feeds.replaceFeed(trx, userId, digestOf(file));
    await recordAudit(trx, { companyId, action: 'account.calendar_feed_created', by: principal });
    return { ...feed, address: `${origin()}/api/public/calendar/${file}` };
  });
}

/** Returns since when the user has a feed; null if they have none. */
export async function readFeedStatus({ db }: DbContext, { userId }: Principal): Promise<string | null> {
  return (await feeds.findFeed(db, userId))?.created_at ?? null;
}

/** Turns the user's feed off, immediately on every node; does nothing if there is none. */
export function removeFeed({ db }: DbContext, principal: Principal): Promise<void> {
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    if (!(await feeds.deleteFeed(trx, userId))) return;
    await recordAudit(trx, { companyId, action: 'account.calendar_feed_removed', by: principal });
  });
}

/**
 * Returns the calendar behind a feed's address. Throws `not_found`, which counts by network, or TooManyFailures if the
 * feed is read too often. Known addresses still work when the network's count is used up.
 */
export async function readFeed({ db, origin, limits }: LimitContext, network: string, file: string): Promise<string> {
  const digest = digestOf(file);
  const reader = await feeds.findReader(db, digest);
  if (!reader) {
    await limits.calendarAddresses.take(network);
    throw notFound(NO_SUCH_FEED);
  }
  await limits.calendarFeeds.take(digest);
  const planned = await feeds.listPlanned(db, reader, BOUNDS);
  return calendarFeed(
    planned.flatMap(({ scheduled_at: scheduledAt, ...data }) => {
      if (scheduledAt === null) return [];
      const linkTo = data.status === 'completed' ? detailsLink : interviewerLink;
      return [interviewerEvent({ ...data, scheduled_at: scheduledAt, link: linkTo(origin(), data.room_code) })];
    }),
  );
}
