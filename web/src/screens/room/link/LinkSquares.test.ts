import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { drawCode } from './LinkSquares.tsx';

const LINK = 'https://interviews.example/codeshare/private-room-abc123def';

test('draws the code’s squares with a white border of four', () => {
  const { size, path } = drawCode(LINK);
  const { data } = encode(LINK, { ecc: 'M', border: 0 });
  expect(size).toBe(data.length + 8);
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const black = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [[x + 4, y + 4]] : [])));
  expect(squares).toEqual(black);
});
