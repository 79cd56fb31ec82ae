import { createHash, randomUUID } from 'node:crypto';
import type { RunEnd } from '@cip/contracts/runs/runs';

/** Returns the hash that a run of the text carries. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns a `run:start` of the text. */
export function aRequest(text: string, changes: Record<string, unknown> = {}) {
  const request = {
    id: randomUUID(),
    language: 'python',
    stdin: '',
    hash: hashOf(text),
    place: 'here',
    device: 'laptop',
  };
  return { ...request, ...changes };
}

/** Returns the end of a run that finished. */
export function anEnd(changes: Partial<RunEnd> = {}): RunEnd {
  const end: RunEnd = { reason: 'finished', exitCode: 0, ms: 5, omitted: 0, tail: '', error: null, needsInput: false };
  return { ...end, ...changes };
}
