import { readFileSync } from 'node:fs';
import * as feeds from '@cip/contracts/interviews/calendar-feeds';
import * as interviews from '@cip/contracts/interviews/interviews';
import * as planning from '@cip/contracts/interviews/planning';
import { listAudit } from '@cip/contracts/accounts/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInterviewer, newRoomCode, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { readEvents } from '../../../testing/mails/read-calendar.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

const inDays = (days: number) => new Date(new Date().setMilliseconds(0) + days * 86_400_000).toISOString();

async function plan(by: SignedIn, name: string, interviewer_ids?: string[]) {
  const candidate = { room_code: newRoomCode(), candidate_name: name };
  const body = { ...candidate, scheduled_at: inDays(7), ...(interviewer_ids && { interviewer_ids }) };
  return (await call(node.app, planning.scheduleInterview, { token: by.token, body })).reply.session;
}

/** Moves a plan to a day that no request could give it. */
async function moveTo(id: string, days: number): Promise<void> {
  await node.ctx.db
    .updateTable('interviews')
    .set({ scheduled_at: inDays(days) })
    .where('id', '=', id)
    .execute();
}

async function createFeed({ token }: SignedIn): Promise<string> {
  const { reply } = await call(node.app, feeds.createCalendarFeed, { token });
  expect(reply.address).toMatch(/^https?:\/\/[^/]+\/api\/public\/calendar\/[\w-]{43}\.ics$/);
  return reply.address.slice(reply.address.lastIndexOf('/') + 1);
}

const read = (file: string) => call(node.app, feeds.readCalendarFeed, { params: { file } });

it('lists the account’s interviews from 90 days ago to a year ahead', async () => {
  const owner = await registerCompany(node, { name: 'Acme', plan: 'enterprise' });
  const [ida, ole] = [await addInterviewer(node, owner, 'Ida'), await addInterviewer(node, owner, 'Ole')];
  const led = await plan(owner, 'Cy Lead', [ida.userId]);
  const joined = await plan(owner, 'Cy Second', [ole.userId, ida.userId]);
  const [recent, old] = [await plan(owner, 'Cy Recent', [ida.userId]), await plan(owner, 'Cy Old', [ida.userId])];
  const [far, tooFar] = [await plan(owner, 'Cy Far', [ida.userId]), await plan(owner, 'Cy Too Far', [ida.userId])];
  await Promise.all([moveTo(recent.id, -89), moveTo(old.id, -91), moveTo(far.id, 365), moveTo(tooFar.id, 367)]);
  const cancelled = await plan(owner, 'Cy Cancelled', [ida.userId]);
  await call(node.app, planning.cancelInterview, { token: owner.token, params: { id: cancelled.id } });
  await plan(owner, 'Cy Other', [ole.userId]);

  const { reply, headers } = await read(await createFeed(ida));

  expect(headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' });
  const events = readEvents(reply);
  expect(new Set(events.map(({ uid }) => uid))).toEqual(new Set([led.id, joined.id, recent.id, far.id]));
  expect(events.find(({ uid }) => uid === joined.id)).toMatchObject({
    method: 'null',
    status: 'CONFIRMED',
    title: 'Interview with Cy Second',
    start: joined.scheduled_at,
    description: expect.stringContaining('With: Ole, Ida of Acme'),
    location: expect.stringMatching(new RegExp(`/editor\\?room=${joined.room_code}$`)),
    organizer: null,
    attendee: null,
  });
  expect(reply).toMatch(/\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/);
});

it('follows a change of the plan, and leads to the details once the interview is over', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const planned = await plan(owner, 'Cy');
  const file = await createFeed(owner);
  const { token } = owner;
  const params = { id: planned.id };
  const moved = inDays(8);
  // Calendars count in seconds.
  await node.ctx.db
    .updateTable('interviews')
    .set({ plan_changed_at: new Date(Date.now() - 5_000).toISOString() })
    .where('id', '=', planned.id)
    .execute();
  const [before] = readEvents((await read(file)).reply);
  await call(node.app, planning.changePlan, { token, params, body: { revision: 0, scheduled_at: moved } });
  const [event] = readEvents((await read(file)).reply);
  expect(event).toMatchObject({ uid: planned.id, sequence: 1, start: moved });
  expect(Date.parse(event?.modified ?? '')).toBeGreaterThan(Date.parse(before?.modified ?? ''));

  await call(node.app, planning.startInterview, { token, params });
  await call(node.app, interviews.endInterview, { token, params: { room_code: planned.room_code }, body: {} });

  expect(readEvents((await read(file)).reply)).toMatchObject([
    { uid: planned.id, location: expect.stringMatching(new RegExp(`/sessions\\?session=${planned.room_code}$`)) },
  ]);
});

it('ends with a new address, if it is turned off, and with the account', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const ida = await addInterviewer(node, owner, 'Ida');
  const status = async () => (await call(node.app, feeds.getCalendarFeed, { token: ida.token })).reply.created_at;
  expect(await status()).toBeNull();
  const [first, second] = [await createFeed(ida), await createFeed(ida)];
  expect(await status()).toEqual(expect.any(String));
  expect((await read(first)).error).toMatchObject({ code: 'not_found' });
  expect(readEvents((await read(second)).reply)).toEqual([]);

  await call(node.app, feeds.removeCalendarFeed, { token: ida.token });
  await call(node.app, feeds.removeCalendarFeed, { token: ida.token });
  expect(await status()).toBeNull();
  expect((await read(second)).error).toMatchObject({ code: 'not_found' });
  const audit = await call(node.app, listAudit, { token: owner.token, query: { group: 'account' } });
  expect(audit.reply.data.filter(({ action }) => action.includes('calendar')).map(({ action }) => action)).toEqual([
    'account.calendar_feed_removed',
    'account.calendar_feed_created',
    'account.calendar_feed_created',
  ]);

  const third = await createFeed(ida);
  await node.ctx.db.deleteFrom('users').where('id', '=', ida.userId).execute();
  expect((await read(third)).error).toMatchObject({ code: 'not_found' });
});

it('stores no address, and requires a recent sign-in', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const ida = await addInterviewer(node, owner, 'Ida');
  const file = await createFeed(ida);
  const { rows } = await sql<{ row: string }>`select calendar_feeds::text as row from calendar_feeds`.execute(
    node.ctx.db,
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(file.slice(0, 43));

  await sql`update auth_sessions set authenticated_at = now() - interval '2 days'
    where user_id = ${ida.userId}`.execute(node.ctx.db);
  const late = await call(node.app, feeds.createCalendarFeed, { token: ida.token });
  expect(late.error).toMatchObject({ code: 'reauthenticate' });
  expect((await read(file)).status).toBe(200);
});

it('limits wrong addresses by network and readings by feed, and neither closes another feed', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const other = await addInterviewer(node, owner, 'Ida');
  const [file, calm] = [await createFeed(owner), await createFeed(other)];
  const wrong = await Promise.all(Array.from({ length: 30 }, (_, n) => read(`${'a'.repeat(41)}${n + 10}.ics`)));
  expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([404, 429]));
  const readings = await Promise.all(Array.from({ length: 70 }, () => read(file)));
  expect(readings.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(readings.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await read(calm)).status).toBe(200);
  // The same reply as for an unknown address.
  expect((await read('short.ics')).error.code).toBe('not_found');
});

it('answers calendars with any header, and allows them in robots.txt', async () => {
  const owner = await registerCompany(node);
  const url = `/api/public/calendar/${await createFeed(owner)}`;
  const ways = [
    { method: 'GET' as const, headers: {} },
    { method: 'GET' as const, headers: { 'accept-encoding': 'gzip' } },
    { method: 'GET' as const, headers: { 'accept-encoding': 'identity' } },
    { method: 'HEAD' as const, headers: {} },
  ];
  for (const { method, headers } of ways) {
    const reply = await node.app.inject({ method, url, headers });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  }
  const robots = readFileSync(new URL('../../../../../web/public/robots.txt', import.meta.url), 'utf8');
  expect(isAllowed(robots, url)).toBe(true);
  expect(isAllowed(robots, '/api/interview-sessions')).toBe(false);
});

/** Returns the decision of a robots.txt reader (RFC 9309): the longest rule that fits, of the group of all agents. */
function isAllowed(robots: string, path: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].filter(([, , start = '']) =>
    path.startsWith(start),
  );
  const [longest] = rules.toSorted(([, , a = ''], [, , b = '']) => b.length - a.length);
  return longest?.[1] !== 'Disallow';
}
