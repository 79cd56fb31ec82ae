import { hashedText } from '@cip/contracts/runs/run-texts';
import { toHexString } from 'lib0/buffer';
import { digest } from 'lib0/hash/sha256';
import { uuidv4 } from 'lib0/random';
import type { RunRoom } from './run-room.ts';

/** Returns the id of a new run. Unlike `crypto.randomUUID`, lib0's works on pages without HTTPS. */
export const newRunId = (): string => uuidv4();

/** Returns the hash of the program that a room has now, with all its files. */
export function programHash({ text, files }: Pick<RunRoom, 'text' | 'files'>): string {
  return hashOf(hashedText(text(), files?.()));
}

/** Returns the SHA-256 of a text as the server computes it. Unlike `crypto.subtle`, lib0's works without HTTPS. */
export function hashOf(text: string): string {
  return toHexString(digest(new TextEncoder().encode(text)));
}
