import { expect, test } from 'vitest';
import { anInterview } from '../../../testing/examples.ts';
import { calendarFile } from './calendar-file.ts';

test('a calendar file has the planned hour, the candidate and the link', async () => {
  const interview = anInterview({ id: 'id-1', candidate_name: 'Lovelace, Ada', room_code: 'private-room-abc123def' });
  const lines = (await calendarFile(interview, '2026-12-01T10:00:00.000Z').text()).split('\r\n');
  expect(lines).toContain('DTSTART:20261201T100000Z');
  expect(lines).toContain('DTEND:20261201T110000Z');
  expect(lines).toContain('SUMMARY:Coding interview with Lovelace\\, Ada');
  expect(lines).toContain(`URL:${window.location.origin}/codeshare/private-room-abc123def`);
  expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
});
