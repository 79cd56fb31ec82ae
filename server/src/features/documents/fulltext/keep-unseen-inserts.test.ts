import { expect, test } from 'vitest';
import { keepUnseenInserts } from './keep-unseen-inserts.ts';
import { Delta } from './text-delta.ts';

const keep = (edit: Delta, since: Delta, document: string) => {
  const kept = keepUnseenInserts(edit, since, document);
  return [kept.edit.ops, kept.restored.ops];
};

test('keeps what was inserted since, and deletes the rest', () => {
  const since = new Delta().retain(2).insert('XY').retain(3).insert('Z');
  // The client writes `!` in place of `bXYcdeZ`.
  const edit = new Delta().retain(1).delete(7).insert('!');
  expect(keep(edit, since, 'abXYcdeZf')).toEqual([
    new Delta().retain(1).insert('!').delete(1).retain(2).delete(3).ops,
    new Delta().retain(2).insert('XYZ').ops,
  ]);
});

test('keeps part of an insert when a deletion ends within it', () => {
  const since = new Delta().retain(1).insert('WXYZ');
  expect(keep(new Delta().retain(3).delete(3), since, 'aWXYZb')).toEqual([
    new Delta().retain(5).delete(1).ops,
    new Delta().retain(3).insert('YZ').ops,
  ]);
  expect(keep(new Delta().delete(3), since, 'aWXYZb')).toEqual([
    new Delta().delete(1).ops,
    new Delta().insert('WX').ops,
  ]);
});

// With a search per deleted character this takes a minute.
test('keeps ten thousand inserts in an erased text of 190,000 characters', () => {
  const since = new Delta();
  for (let n = 0; n < 10_000; n++) since.retain(18).insert('z');
  const document = `${'x'.repeat(18)}z`.repeat(10_000);
  const { edit, restored } = keepUnseenInserts(new Delta().delete(document.length), since, document);
  expect(restored.ops).toEqual([{ insert: 'z'.repeat(10_000) }]);
  expect(edit.ops.length).toBe(19_999);
});
