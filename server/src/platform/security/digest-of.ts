import { createHash } from 'node:crypto';

/**
 * Returns the form in which a random secret is stored and looked up: SHA-256 as base64url. The database compares
 * digests, so that the time of a lookup reveals nothing about a secret.
 */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
