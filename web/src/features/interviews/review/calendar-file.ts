import type { Interview } from '@cip/contracts/interviews';
import { candidateLink } from '../interview-text.ts';

/** Length of a planned interview in a calendar, in milliseconds: the app plans a start only. */
const PLANNED_MS = 3_600_000;

/** Returns a planned interview as a calendar file (RFC 5545). */
export function calendarFile({ id, room_code: room, candidate_name: name }: Interview, start: string): Blob {
  const end = new Date(Date.parse(start) + PLANNED_MS).toISOString();
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Code Interview Platform//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(new Date().toISOString())}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escapeText(`Coding interview with ${name ?? 'a candidate'}`)}`,
    `URL:${candidateLink(room)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return new Blob([lines.join('\r\n')], { type: 'text/calendar;charset=utf-8' });
}

/** '2026-12-01T10:00:00.000Z' as '20261201T100000Z'. */
const stamp = (moment: string) => moment.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');
