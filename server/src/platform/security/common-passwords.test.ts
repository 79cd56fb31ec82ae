import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it.each([
    'password123',
    'Iloveyou',
    'football1',
    'liverpool',
    'p@ssw0rd',
    'interview123',
    'aaaaaaaa',
    '121212',
    '123123123',
    '💉💉💉💉💉💉',
    'abcdefgh',
    'ZYXWVU',
    '23456789',
    '7890123',
    '0987654321',
  ])('returns true for %j', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each(['correct horse battery', 'aaaaaaab', 'abcdefgi', '12345676_', 'x9#Kd2!p', 'ab12ab34', '', 'a', 'ab1'])(
    'lets %j pass',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(false);
    },
  );
});
