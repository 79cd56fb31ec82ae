import type { RunError } from '@cip/contracts/runs/runs';
import type { Outcome, WriteOutput } from './adapter.ts';
import { EngineFailure, TOO_MUCH_OUTPUT } from './engine-failure.ts';
import { exitCodeOf, fieldsOf, textOf } from './json-shape.ts';

/** The fields of a submission that are read. */
export const SUBMISSION_FIELDS = 'stdout,stderr,compile_output,status,time,wall_time,exit_code';

/** Numbers of Judge0's states. */
const STATUS = { queued: 1, processing: 2, accepted: 3, wrong: 4, timeLimit: 5, compileError: 6, fileSize: 8 };
/** The last state of a failed program; later ones are failures of the sandbox. */
const LAST_RUNTIME_ERROR = 12;

type Submission = Record<string, unknown>;

/** Returns whether a submission has ended. */
export function isOver(submission: Submission): boolean {
  return statusOf(submission) > STATUS.processing;
}

/** Writes the compiler's and the program's output. */
export function writeOutput(submission: Submission, write: WriteOutput): void {
  write('err', decode(submission['compile_output']));
  write('out', decode(submission['stdout']));
  write('err', decode(submission['stderr']));
}

/** Converts the end of a submission. Throws EngineFailure if the sandbox failed. */
export function submissionOutcome(submission: Submission): Outcome {
  const status = statusOf(submission);
  const stage = status === STATUS.compileError ? 'compile' : 'run';
  const seconds = Number(submission['wall_time'] ?? submission['time'] ?? 0);
  const ended = (reason: Outcome['reason'], error: RunError | null = null): Outcome => ({
    reason,
    stage,
    exitCode: exitCodeOf(submission['exit_code']),
    ms: seconds > 0 ? Math.round(seconds * 1_000) : 0,
    error,
  });
  if (status === STATUS.accepted || status === STATUS.wrong) return ended('finished');
  if (status === STATUS.timeLimit) return ended('time_limit');
  if (status === STATUS.fileSize) return ended('failed', TOO_MUCH_OUTPUT);
  if (status <= LAST_RUNTIME_ERROR) return ended('failed');
  throw new EngineFailure('refused', status);
}

function statusOf(submission: Submission): number {
  const id = fieldsOf(submission['status'])['id'];
  if (typeof id === 'number' && id >= STATUS.queued) return id;
  throw new EngineFailure('unreadable');
}

function decode(text: unknown): string {
  return Buffer.from(textOf(text), 'base64').toString('utf8');
}
