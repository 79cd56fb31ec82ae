import { expect, test } from 'vitest';
import { momentAddress, momentIn } from './moment-address.ts';

test('names each millisecond of a day exactly, and reads it again', { tags: ['long'] }, () => {
  for (let ms = 0; ms <= 86_400_000; ms += 997) expect(momentIn(`#${momentAddress(ms)}`)).toBe(ms);
  expect([0, 1_240, 400_000].map(momentAddress)).toEqual(['t=0', 't=1.24', 't=400']);
});

test.each([
  ['#t=754', 754_000],
  ['#AAAAAAAAAAAAAAAAAAAAAA&t=1.24', 1_240],
  ['#t=', null],
  ['', null],
])('reads %j as the moment %j', (hash, ms) => expect(momentIn(hash)).toBe(ms));
