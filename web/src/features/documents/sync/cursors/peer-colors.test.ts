import { expect, test } from 'vitest';
import { PeerColors } from './peer-colors.ts';

test('gives people the colors of their numbers in any order', () => {
  const [one, other] = [new PeerColors(), new PeerColors()];
  const [ines, ada, late] = [
    { id: 'ines', number: 1 },
    { id: 'ada', number: 2 },
    { id: 'late', number: 9 },
  ];
  one.learn([ines, ada, late]);
  other.learn([late, ada]);
  other.learn([ines]);
  // A list without numbers changes nothing.
  other.learn([{ id: 'ada' }]);

  expect(['ines', 'ada', 'late'].map((id) => one.of(id).hue)).toEqual([1, 2, 1]);
  expect(['late', 'ada', 'ines'].map((id) => other.of(id).hue)).toEqual([1, 2, 1]);
});

test('gives people colors by first use until their numbers are known', () => {
  const colors = new PeerColors();
  expect(['ben', 'ada', 'ben'].map((id) => colors.of(id).hue)).toEqual([1, 2, 1]);
  colors.learn([{ id: 'ben', number: 4 }]);
  expect(['ben', 'ada'].map((id) => colors.of(id).color)).toEqual(['var(--caret-4)', 'var(--caret-2)']);
});
