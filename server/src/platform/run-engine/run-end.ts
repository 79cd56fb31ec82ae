import { ERROR_MESSAGE_MAX, RUN_MAX_MS } from '@cip/contracts/runs/run-limits';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type { Outcome } from './adapter.ts';
import type { BoundedOutput } from './bounded-output.ts';
import { AnswerTooLarge, EngineFailure, TOO_MUCH_OUTPUT } from './engine-failure.ts';
import { findError, wantsInput } from './find-error.ts';

/** Judge0 has no way to send more files. */
const ONE_FILE = 'This engine runs the first file only.';

/** Returns the end of a program that the engine ran or compiled. */
export function programEnd({ reason, stage, exitCode, ms, error }: Outcome, output: BoundedOutput): RunEnd {
  const isFailed = reason === 'failed';
  return {
    reason,
    exitCode,
    // The engine's own figure.
    ms: Math.min(ms, RUN_MAX_MS),
    ...output.end(),
    error: error ?? (isFailed ? findError(output.errorText, stage) : null),
    needsInput: isFailed && stage === 'run' && wantsInput(output.errorText),
  };
}

/** Returns the end of the first of several files: if it failed, the error says that the others were not there. */
export function firstFileEnd(end: RunEnd): RunEnd {
  if (end.reason !== 'failed') return end;
  const error = end.error ?? { name: 'Error', message: '', line: null, column: null };
  return { ...end, error: { ...error, message: `${error.message}\n${ONE_FILE}`.trim().slice(-ERROR_MESSAGE_MAX) } };
}

/** Returns an end that tells only its reason. */
export function plainEnd(reason: 'lost' | 'stopped', ms: number, output: BoundedOutput): RunEnd {
  return { reason, exitCode: null, ms, ...output.end(), error: null, needsInput: false };
}

/** Returns the end of a run that the engine did not complete, in words for users. */
export function failureEnd(failure: unknown, ms: number, output: BoundedOutput): RunEnd {
  const end = { exitCode: null, ms, ...output.end(), needsInput: false };
  if (failure instanceof AnswerTooLarge) return { ...end, reason: 'failed', error: TOO_MUCH_OUTPUT };
  const { kind, message } = failure instanceof EngineFailure ? failure : new EngineFailure('interrupted');
  const error = { name: 'Engine failed', message, line: null, column: null };
  return { ...end, reason: kind === 'interrupted' ? 'failed' : 'not_loaded', error };
}
