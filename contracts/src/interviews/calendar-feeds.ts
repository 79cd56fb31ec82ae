import { Type } from 'typebox';
import { Closed, Done, Moment, Nullable } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';
import { NO_SUCH_FEED } from '../protocol/not-found.ts';

/** The file name in a feed's address: 256 random bits, and the ending that tells calendars the format. */
const FeedFile = Type.String({ pattern: '^[A-Za-z0-9_-]{43}\\.ics$', maxLength: 47 });

export const getCalendarFeed = endpoint({
  method: 'GET',
  url: '/calendar-feed',
  access: 'interviewer',
  tag: 'Account',
  summary: 'Since when the account has a calendar feed',
  reply: Closed({ created_at: Nullable(Moment) }),
});

/** The earlier address of the account stops working. */
export const createCalendarFeed = endpoint({
  method: 'POST',
  url: '/calendar-feed',
  access: 'interviewer',
  tag: 'Account',
  summary: 'Create the address of the account’s calendar feed; it is only in this reply',
  reply: Closed({ address: Type.String({ maxLength: 2_000 }), created_at: Moment }),
  status: 201,
});

export const removeCalendarFeed = endpoint({
  method: 'DELETE',
  url: '/calendar-feed',
  access: 'interviewer',
  tag: 'Account',
  summary: 'Turn the account’s calendar feed off; its address stops working immediately',
  reply: Done,
});

/** The address itself is the secret, because calendars send no header. */
export const readCalendarFeed = endpoint({
  method: 'GET',
  url: '/public/calendar/:file',
  access: 'public',
  tag: 'Account',
  summary: 'The interviews of an account from 90 days ago to a year ahead, for calendars',
  params: Closed({ file: FeedFile }),
  reply: Type.String({ contentMediaType: 'text/calendar' }),
  notFound: NO_SUCH_FEED,
});
