import { expect, it } from 'vitest';
import { currentZone, invitationText, momentText, planText } from './plan-text.ts';

const plan = {
  company: 'Acme',
  interviewers: ['Ben Okafor', 'Nora Lind'] as [string, ...string[]],
  candidate: 'Cy Dent',
  scheduledAt: '2031-12-01T09:00:00.000Z',
  timeZone: 'Europe/Berlin',
  minutes: 45,
  link: 'https://interviews.example/codeshare/private-room-k3v9x2m7q',
  callLink: 'https://meet.example.com/abc',
};

it.each([
  ['Asia/Calcutta', 'GMT+5:30 (Asia/Kolkata)'],
  ['Asia/Kolkata', 'GMT+5:30 (Asia/Kolkata)'],
  ['Europe/Kiev', 'GMT+2 (Europe/Kyiv)'],
  ['Asia/Saigon', 'GMT+7 (Asia/Ho Chi Minh)'],
  ['America/Buenos_Aires', 'GMT-3 (America/Argentina/Buenos Aires)'],
  ['America/New_York', 'GMT-5 (America/New York)'],
])('names the zone %s as its people do', (zone, ending) => {
  expect(momentText(plan.scheduledAt, zone)).toContain(ending);
});

it('names every former zone by one that this system knows', () => {
  for (const { timeZone } of ['Asia/Katmandu', 'America/Godthab', 'Pacific/Enderbury'].map((name) => ({
    timeZone: currentZone(name),
  })))
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
});

it.each([null, 'UTC', 'Etc/UTC', 'GMT'])('writes a time in UTC once for the zone %s', (timeZone) => {
  const lines = planText({ ...plan, timeZone }).split('\n');

  expect(lines[0]).toBe('When: Monday, December 1, 2031 at 9:00 AM UTC');
  expect(lines[1]).toBe('Length: 45 minutes');
});

it('writes the whole invitation of a candidate', () => {
  expect(invitationText(plan)).toBe(`Hello Cy Dent,

Ben Okafor of Acme has scheduled a live coding interview with you.

When: Monday, December 1, 2031 at 10:00 AM GMT+1 (Europe/Berlin)
In UTC: Monday, December 1, 2031 at 9:00 AM UTC
Length: 45 minutes
Where: https://interviews.example/codeshare/private-room-k3v9x2m7q
Call: https://meet.example.com/abc
With: Ben Okafor, Nora Lind of Acme

At that time, open the link in a browser and enter your name. You do not need to install anything. Please keep the
link to yourself: anyone who has it can join.
`);
});
