import { expect, it } from 'vitest';
import { roomCodeIn } from './room-links.ts';

const CODE = 'private-room-aB_3-Def9';

it.each(['', '.', ')', ',', '%20', '%E2%80%8B', '/', '%2F', '].', '»', '%22%3E', '…'])(
  'finds the code before "%s"',
  (tail) => {
    expect(roomCodeIn(CODE + tail)).toBe(CODE);
  },
);

it('finds the code behind a blank and with a capital first letter', () => {
  expect(roomCodeIn(`%20${CODE}`)).toBe(CODE);
  expect(roomCodeIn(CODE.replace('p', 'P'))).toBe(CODE);
});

it.each(['two codes', '%', 'a%20b.', '...', ''])('leaves "%s" as it is', (part) => {
  expect(roomCodeIn(part)).toBe(part);
});
