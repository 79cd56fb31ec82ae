import argon2 from '@node-rs/argon2';

/** Costs of a hash. Only tests use the fast one; production refuses it. */
export const PASSWORD_HASHINGS = ['strong', 'fast'] as const;
export type PasswordHashing = (typeof PASSWORD_HASHINGS)[number];

// OWASP's argon2id figures, about 10 ms here, and the least that argon2 accepts. The package's defaults are the same
// algorithm.
const OPTIONS: Record<PasswordHashing, { memoryCost: number; timeCost: number; parallelism: number }> = {
  strong: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  fast: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};

/** Hashes a password with argon2id. */
export function hashPassword(password: string, hashing: PasswordHashing = 'strong'): Promise<string> {
  return argon2.hash(password, OPTIONS[hashing]);
}

/**
 * Returns whether the password matches the hash. If there is no hash, it takes as long as with one of `hashing`, so
 * that timing leaks nothing.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  hashing: PasswordHashing,
): Promise<boolean> {
  const isMatch = await argon2.verify(stored ?? (await dummyHashes[hashing]), password);
  return stored !== null && isMatch;
}

const dummyHashes = {
  strong: hashPassword('no password', 'strong'),
  fast: hashPassword('no password', 'fast'),
};
