import * as interviews from '@cip/contracts/interviews/planning';
import * as publicInterviews from '@cip/contracts/interviews/public-interviews';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addInterviewer, newRoomCode, quickStart, registerCompany, type SignedIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { readCalendar } from '../../../testing/mails/read-calendar.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp();
});
afterAll(() => node.close());

// Calendars have whole seconds.
const inDays = (days: number) => new Date(new Date().setMilliseconds(0) + days * 86_400_000).toISOString();
const [AT, LATER] = [inDays(7), inDays(8)];

async function schedule({ token }: SignedIn, interviewer_ids: string[]) {
  const candidate = { candidate_name: 'Cy Quist', candidate_email: 'cy@candidate.example' };
  const body = { room_code: newRoomCode(), ...candidate, scheduled_at: AT, minutes: 45, interviewer_ids };
  return (await call(node.app, interviews.scheduleInterview, { token, body })).reply.session;
}
const fileOf = ({ token }: { token: string }, id: string) =>
  call(node.app, interviews.getCalendarFile, { token, params: { id } });
const publicFileOf = (roomCode: string) =>
  call(node.app, publicInterviews.getPublicCalendarFile, { params: { roomCode } });

async function planWithTwo() {
  const owner = await registerCompany(node, { name: 'Acme', plan: 'enterprise' });
  const [ida, ole] = [await addInterviewer(node, owner, 'Ida'), await addInterviewer(node, owner, 'Ole')];
  return { owner, ida, ole, planned: await schedule(owner, [ida.userId, ole.userId]) };
}

describe('the calendar file of an interviewer', () => {
  it('names the candidate and both interviewers, and leads to the editor', async () => {
    const { ole, planned } = await planWithTwo();

    const { reply, headers } = await fileOf(ole, planned.id);

    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="interview.ics"',
      'cache-control': 'no-store',
    });
    expect(readCalendar(reply)).toMatchObject({
      uid: planned.id,
      sequence: 0,
      start: AT,
      end: new Date(Date.parse(AT) + 45 * 60_000).toISOString(),
      status: 'CONFIRMED',
      title: 'Interview with Cy Quist',
      description: expect.stringContaining('With: Ida, Ole of Acme'),
      location: expect.stringMatching(new RegExp(`/editor\\?room=${planned.room_code}$`)),
      organizer: null,
      attendee: null,
    });
    expect(reply).not.toContain('@');
  });

  it('keeps the same event after a change of the plan', async () => {
    const { owner, planned } = await planWithTwo();
    const body = { revision: 0, scheduled_at: LATER };
    await call(node.app, interviews.changePlan, { token: owner.token, params: { id: planned.id }, body });

    expect(readCalendar((await fileOf(owner, planned.id)).reply)).toMatchObject({
      uid: planned.id,
      sequence: 1,
      start: LATER,
    });
  });

  it('refuses the calendar file to other companies, and once the interview began', async () => {
    const { owner, planned } = await planWithTwo();
    const started = await quickStart(node, owner);

    expect((await fileOf(await registerCompany(node), planned.id)).status).toBe(404);
    expect((await fileOf(owner, started.id)).status).toBe(409);
    expect((await fileOf({ token: 'none' }, planned.id)).status).toBe(401);
    expect((await fileOf(owner, 'none')).status).toBe(404);
  });
});

describe('the calendar file of a candidate', () => {
  it('names only the people on the page of the link', async () => {
    const { planned } = await planWithTwo();

    const { reply } = await publicFileOf(planned.room_code);

    expect(readCalendar(reply)).toMatchObject({
      uid: planned.id,
      start: AT,
      title: 'Interview with Acme',
      description: expect.stringContaining('With: Ida of Acme'),
      location: expect.stringMatching(new RegExp(`/codeshare/${planned.room_code}$`)),
      organizer: null,
      attendee: null,
    });
    expect(reply).not.toMatch(/Cy|Ole|@/);
  });

  it('refuses the candidate’s file for an unknown link, and for a cancelled interview', async () => {
    const { owner, planned } = await planWithTwo();
    await call(node.app, interviews.cancelInterview, { token: owner.token, params: { id: planned.id } });

    expect((await publicFileOf(newRoomCode())).error.code).toBe('not_found');
    expect((await publicFileOf(planned.room_code)).error.code).toBe('conflict');
  });
});
