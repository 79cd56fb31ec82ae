import { expect, test } from 'vitest';
import { newRoomCode } from './room-code.ts';

test('creates distinct room codes of the prefix and nine letters or digits', () => {
  const codes = Array.from({ length: 500 }, newRoomCode);
  for (const code of codes) expect(code).toMatch(/^private-room-[A-Za-z0-9]{9}$/);
  expect(new Set(codes).size).toBe(codes.length);
});
