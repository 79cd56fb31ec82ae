import type { PastEnd } from '@cip/contracts/runs/past-runs';
import type { Run, RunEnd, RunPiece } from '@cip/contracts/runs/runs';
import type { RunsState } from '../state/run-state.ts';
import { formatTime } from '../../../shared/format.ts';
import { drawnText } from '../output/output-blocks.ts';
import { visibleLine } from '../output/visible-text.ts';
import { testsText } from '../tests/tests-text.ts';

/**
 * The loaded share of a device that executes a run (percent): everything, and everything while the program is not
 * running.
 */
const LOADED = 100;
const STARTING = 99;

/** The known state of a run before its first output. */
type Preparation = Pick<RunsState, 'progress' | 'loaded'>;

/** The outcome of Run on a document that nobody has typed into. */
export const NOTHING_TO_RUN = 'Nothing to run yet. Type some code first.';

/** Formats a size with the unit that a download is known by. */
export function formatBytes(bytes: number): string {
  return bytes < 950_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Formats a duration in milliseconds as seconds. */
function formatSeconds(ms: number): string {
  return ms < 10 ? '0.01 s' : `${(ms / 1_000).toFixed(ms < 1_000 ? 2 : 1)} s`;
}

/** Returns how a run ended, in a few words; with `stoppedBy`, also who stopped it. */
export function endText(
  run: Pick<Run, 'runner'> & { end: PastEnd },
  language: string,
  stoppedBy: string | null = null,
): string {
  const { tests } = run.end;
  if (!tests) return reasonText(run, language, stoppedBy);
  return tellsByTests(run.end) ? testsText(tests) : `${reasonText(run, language, stoppedBy)}: ${testsText(tests)}`;
}

/** Whether the results of a run's tests say how it ended. */
export function tellsByTests({ reason, error, tests }: Pick<PastEnd, 'reason' | 'error' | 'tests'>): boolean {
  return tests !== undefined && (reason === 'finished' || (reason === 'failed' && error === null));
}

function reasonText(
  { end, runner }: Pick<Run, 'runner'> & { end: PastEnd },
  language: string,
  stoppedBy: string | null,
): string {
  const { reason, ms, error, exitCode } = end;
  switch (reason) {
    case 'finished':
      return `Finished in ${formatSeconds(ms)}`;
    case 'failed':
      return error ? errorText(error) : `Exited with code ${exitCode ?? 1}`;
    case 'time_limit':
      return `Time limit reached after ${formatSeconds(ms)}`;
    case 'no_input':
      return 'Waited too long for input';
    case 'stopped': {
      const stopped = stoppedBy === null ? 'Stopped' : `Stopped by ${stoppedBy}`;
      return ms > 0 ? `${stopped} after ${formatSeconds(ms)}` : stopped;
    }
    case 'crashed':
      return 'Crashed, probably out of memory';
    case 'not_loaded':
      return `${language} could not be loaded`;
    case 'lost':
      return runner ? `${runner.name}’s device disconnected` : 'The device disconnected';
    case 'no_device':
      return `No device here can run ${language}`;
    case 'interview_ended':
      return 'Stopped with the end of the session';
  }
}

/** The name of errors that their language does not name. */
export const UNNAMED = 'Error';

function errorText({ name, line }: NonNullable<PastEnd['error']>): string {
  if (line === null) return visibleLine(name);
  return name === UNNAMED ? `Error in line ${line}` : `Error in line ${line}: ${visibleLine(name)}`;
}

/** Returns the packages that a run used, in a few words; empty if there are none. */
export function packagesText(end: RunEnd | null): string {
  const names = end?.packages?.map(({ name, version }) => `${name} ${version}`) ?? [];
  return names.length === 0 ? '' : `with ${names.join(', ')}`;
}

/** Returns where a run takes or took place; empty if nothing needs to be said. */
export function placeText({ by, runner, isOffline, requestedAt, of, end }: Run, isOwn: boolean): string {
  if (isOffline) return `Ran offline at ${formatTime(requestedAt)}`;
  const who = isOwn ? 'you' : by.name;
  if (!runner) return `Run by ${who}`;
  const where = runner.device === 'engine' ? 'the run engine' : `${runner.name}’s ${runner.device}`;
  const on = end === null ? 'On' : of === null ? 'Ran on' : 'Ran again on';
  return runner.id === by.id ? `${on} ${where}` : `${on} ${where} for ${who}`;
}

/** Returns the words for a run that goes on. */
export function runningText({ tests }: Pick<Run, 'tests'>): string {
  return tests ? 'Running tests…' : 'Running…';
}

/** Returns the present step before the first output. */
export function progressText({ progress, loaded }: Preparation, run: Run, language: string): string {
  if (progress?.phase === 'loading' || (loaded ?? LOADED) < STARTING) return `Loading ${language}…`;
  if (progress?.phase === 'compiling' || (loaded ?? LOADED) < LOADED) return 'Preparing…';
  return run.runner || progress ? runningText(run) : 'Waiting for a device…';
}

/** Returns where a language is loaded while another device does so; empty otherwise. `isExact` adds how far. */
export function loadingText({ loaded }: Preparation, { runner }: Run, language: string, isExact: boolean): string {
  if (loaded === null || loaded === LOADED || !runner) return '';
  const where = `${runner.name}’s ${runner.device}`;
  if (loaded === STARTING) return `${language} is starting on ${where}…`;
  return `${language} is loading on ${where}${isExact ? ` (${loaded}%)` : ''}…`;
}

/** Longest prompt that names a field (characters). */
const PROMPT_MAX = 120;

/** Returns the last line that a program printed before it waits; empty if it printed no prompt. */
export function promptOf(pieces: readonly RunPiece[]): string {
  const last = pieces.at(-1);
  if (last?.stream !== 'out' && last?.stream !== 'err') return '';
  const text = pieces.map((piece) => piece.text).join('');
  const drawn = drawnText('out', text.slice(text.lastIndexOf('\n') + 1));
  return drawn
    .map((stretch) => stretch.text)
    .join('')
    .trim()
    .slice(-PROMPT_MAX);
}

/** Returns the sentence that announces an end to screen readers. */
export function announcementOf(run: Run & { end: RunEnd }, pieces: readonly RunPiece[], language: string): string {
  if (run.end.tests) return `Tests: ${endText(run, language)}.`;
  if (run.end.reason !== 'finished') return `${endText(run, language)}.`;
  const tables = pieces.filter(({ stream }) => stream === 'table').length;
  if (tables > 0) return `Run finished: ${tables} ${tables === 1 ? 'table' : 'tables'}.`;
  const written = pieces.filter(({ stream }) => stream !== 'in').map((piece) => piece.text);
  const text = written.join('') + run.end.tail;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return text === '' ? 'Run finished without output.' : `Run finished: ${lines} ${lines === 1 ? 'line' : 'lines'}.`;
}
