import { expect, it } from 'vitest';
import { readCalendar } from '../../../testing/mails/read-calendar.ts';
import { calendarInvitation, type CalendarInterview } from './interview-calendar.ts';

const INTERVIEW: CalendarInterview = {
  id: '0b9f7f2c-5a53-4c55-9a0e-0f4d5b8f9f11',
  plan_revision: 3,
  plan_changed_at: '2031-11-20T08:00:00.000Z',
  scheduled_at: '2031-03-30T00:30:00.000Z',
  minutes: 60,
  title: 'Interview with Acme',
  description: 'When: soon\nWhere: there',
  link: 'https://interviews.example/codeshare/abc',
  isCancelled: false,
};
const ADA = { name: 'Ada', email: 'ada@example.com' };
const CY = { name: 'Cy', email: 'cy@example.com' };

it('writes an invitation that a strict reader accepts', () => {
  expect(readCalendar(calendarInvitation(INTERVIEW, ADA, CY))).toMatchObject({
    method: 'REQUEST',
    uid: INTERVIEW.id,
    sequence: 3,
    start: '2031-03-30T00:30:00.000Z',
    end: '2031-03-30T01:30:00.000Z',
    status: 'CONFIRMED',
    title: 'Interview with Acme',
    description: 'When: soon\nWhere: there',
    location: INTERVIEW.link,
    organizer: { name: 'Ada', address: 'mailto:ada@example.com' },
    attendee: { name: 'Cy', address: 'MAILTO:cy@example.com' },
  });
});

it('writes a cancellation without the address of the room', () => {
  const text = calendarInvitation({ ...INTERVIEW, link: null, isCancelled: true }, ADA, CY);
  expect(readCalendar(text)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', location: null });
});

// Berlin's clocks skip an hour on March 30 and repeat one on October 26, 2031: the length in UTC stays the same.
it.each(['2031-03-30T00:30:00.000Z', '2031-10-26T00:30:00.000Z'])(
  'keeps the length over a change of clocks (%s)',
  (at) => {
    const { start, end } = readCalendar(calendarInvitation({ ...INTERVIEW, scheduled_at: at, minutes: 90 }, ADA, CY));
    expect([start, Date.parse(end) - Date.parse(start)]).toEqual([at, 90 * 60_000]);
  },
);

it.each([
  ['quotes, colons and semicolons', 'A "B": C; D, E\\n'],
  ['letters of several octets at the fold', '😀ä'.repeat(60)],
  ['lines of another event', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil'],
])('keeps %s in texts and names', (_, text) => {
  const read = readCalendar(calendarInvitation({ ...INTERVIEW, title: text }, { ...ADA, name: text }, CY));
  expect(read.uid).toBe(INTERVIEW.id);
  expect(read.title).toBe(text.replaceAll('\r\n', '\n'));
  expect(read.attendee?.address).toBe('MAILTO:cy@example.com');
});
