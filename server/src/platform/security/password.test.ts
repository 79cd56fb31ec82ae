import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('hashes with the argon2id figures of OWASP unless a test wants less', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashPassword('correct horse', 'fast')).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
});

it('accepts the right password only, whatever its hash cost', async () => {
  for (const hashing of ['strong', 'fast'] as const) {
    const stored = await hashPassword('correct horse', hashing);
    expect(await verifyPassword(stored, 'correct horse', 'strong')).toBe(true);
    expect(await verifyPassword(stored, 'wrong horse', 'strong')).toBe(false);
    expect(await verifyPassword(null, 'no password', hashing)).toBe(false);
  }
});
