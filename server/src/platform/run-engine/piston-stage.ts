import type { RunError } from '@cip/contracts/runs/runs';
import type { Outcome } from './adapter.ts';
import { TOO_MUCH_OUTPUT } from './engine-failure.ts';

/** How a stage of a job ended, as Piston describes it; images before 2024 send no `status`. */
export interface StageEnd {
  stage: Outcome['stage'];
  code: number | null;
  signal: string | null;
  status: string | null;
  /** Duration of the stage (ms). */
  ms: number;
}

/** Tolerance when a stage is compared with its limit (ms). */
const LIMIT_TOLERANCE_MS = 100;

/** Converts the end of a stage. If it was killed and lasted as long as its limit, it reached the limit. */
export function stageOutcome(end: StageEnd, limitMs: number): Outcome {
  const { stage, code, signal, status } = end;
  const ms = stage === 'run' ? Math.round(end.ms) : 0;
  const ended = (reason: Outcome['reason'], error: RunError | null = null) => ({
    reason,
    stage,
    exitCode: code,
    ms,
    error,
  });
  if (status === 'OL' || status === 'EL') return ended('failed', TOO_MUCH_OUTPUT);
  const isSlow = signal === 'SIGKILL' && end.ms >= limitMs - LIMIT_TOLERANCE_MS;
  if (status === 'TO' || isSlow) return stage === 'run' ? ended('time_limit') : ended('failed', SLOW_COMPILER);
  if (signal === 'SIGKILL') return ended('failed', KILLED);
  if (signal !== null) return ended('failed', crashed(signal));
  return ended(code === 0 ? 'finished' : 'failed');
}

const SLOW_COMPILER: RunError = {
  name: 'Compilation took too long',
  message: 'The program was not compiled in time. Try again, or make it smaller.',
  line: null,
  column: null,
};

const KILLED: RunError = {
  name: 'Killed',
  message: 'The program used too much memory or processor time, and was stopped.',
  line: null,
  column: null,
};

function crashed(signal: string): RunError {
  const name = /^SIG[A-Z0-9]{2,10}$/.test(signal) ? signal : 'a signal';
  return { name: 'Crash', message: `The program crashed with ${name}.`, line: null, column: null };
}
