import { expect, it } from 'vitest';
import { applyChanges, EMPTY_CONTENT } from './merge-content.ts';

const line = (minute: number, text: string) => ({ minute, text });

it('keeps one copy of a text that goes on being typed beside that of another device', () => {
  const laptop = { ...EMPTY_CONTENT, summary: 'Laptop' };

  const first = applyChanges(laptop, { summary: { base: '', value: 'A' } });
  const second = applyChanges(first, { summary: { base: 'A', value: 'A $& B' } });

  expect(first.summary).toBe('Laptop\n\nA');
  expect(second.summary).toBe('Laptop\n\nA $& B');
});

it('keeps one copy of a line of notes that goes on being typed beside those of another device', () => {
  const laptop = { ...EMPTY_CONTENT, notes: [line(1, 'Laptop')] };

  const first = applyChanges(laptop, { notes: { base: [], value: [line(2, 'Ran')] } });
  const second = applyChanges(first, { notes: { base: [line(2, 'Ran')], value: [line(2, 'Ran it')] } });

  expect(second.notes).toEqual([line(1, 'Laptop'), line(2, 'Ran it')]);
});

it('keeps a text whose base is part of another word', () => {
  const laptop = { ...EMPTY_CONTENT, summary: 'Ada' };

  expect(applyChanges(laptop, { summary: { base: 'A', value: 'Blunt' } }).summary).toBe('Ada\n\nBlunt');
});
