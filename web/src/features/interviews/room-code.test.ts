import { expect, test } from 'vitest';
import { newRoomCode } from './room-code.ts';

test('a room code has the prefix and nine letters or digits, and no two are alike', () => {
  const codes = Array.from({ length: 500 }, newRoomCode);
  for (const code of codes) expect(code).toMatch(/^private-room-[A-Za-z0-9]{9}$/);
  expect(new Set(codes).size).toBe(codes.length);
});
