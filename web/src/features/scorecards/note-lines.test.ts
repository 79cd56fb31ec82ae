import { expect, test } from 'vitest';
import { noteServerTime } from '../../shared/api/server-time.ts';
import { minuteNow, withText } from './note-lines.ts';

const line = (text: string, minute: number | null) => ({ text, minute });

test('gives a new line the minute in which it begins', () => {
  const lines = [line('Asked about nulls', 3), line('Wrote a join', 7)];

  expect(withText(lines, 'Asked about nulls\nWrote a join\nTested it', 12)).toEqual([...lines, line('Tested it', 12)]);
  expect(withText(lines, 'Asked about nulls\nPaused\nWrote a join', 12)).toEqual([
    line('Asked about nulls', 3),
    line('Paused', 12),
    line('Wrote a join', 7),
  ]);
});

test('keeps the minute of a line that is edited', () => {
  expect(withText([line('Wrote a join', 7)], 'Wrote a left join', 12)).toEqual([line('Wrote a left join', 7)]);
});

test('gives an empty line its minute when something is written', () => {
  expect(withText([line('One', 1), line('', 2)], 'One\nTwo', 5)).toEqual([line('One', 1), line('Two', 5)]);
});

test('removes lines without changing the minutes of others', () => {
  const lines = [line('One', 1), line('Two', 2), line('Three', 3)];

  expect(withText(lines, 'One\nThree', 9)).toEqual([line('One', 1), line('Three', 3)]);
  expect(withText(lines, '', 9)).toEqual([]);
});

test('knows no minute before the start and after the end', () => {
  const threeMinutesAgo = new Date(Date.now() - 185_000).toISOString();

  expect(minuteNow(threeMinutesAgo, false)).toBe(3);
  expect(minuteNow(null, false)).toBeNull();
  expect(minuteNow(threeMinutesAgo, true)).toBeNull();
});

test("counts minutes by the server's clock", () => {
  const now = Date.parse('2026-11-20T09:03:05Z');
  noteServerTime({ from: now, to: now, sentAt: performance.now() });
  expect(minuteNow('2026-11-20T09:00:00Z', false)).toBe(3);
});
