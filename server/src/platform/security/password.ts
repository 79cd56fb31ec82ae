import { hash, verify } from '@node-rs/argon2';

// OWASP's argon2id figures; about 10 ms here. The package's defaults are the same algorithm.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password fits the hash. Without a hash it takes as long, so that time tells nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysHash), password);
  return stored !== null && fits;
}

const nobodysHash = hashPassword('the password of nobody');
