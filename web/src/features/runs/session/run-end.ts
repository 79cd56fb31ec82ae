import type { RunEnd } from '@cip/contracts/runs/runs';

/** Returns the end of a run that did not execute to its own end. */
export function endedBy(reason: RunEnd['reason']): RunEnd {
  return { reason, exitCode: null, ms: 0, omitted: 0, tail: '', error: null, needsInput: false };
}
