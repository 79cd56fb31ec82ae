import type { DataSet, Run, RunPiece } from '@cip/contracts/runs/runs';
import type { Progress } from '../sandbox/sandbox-types.ts';
import type { Runtime } from '../sandbox/runtimes.ts';

/**
 * Who has the room's latest run: nobody yet (`idle`), this page, which waits for the start of its own (`requested`),
 * the device that takes it first (`offered`), this device (`here`), another device or the engine (`elsewhere`). It is
 * `over` once it has ended, and while another device has it and there is no connection to follow or stop it.
 */
export type RunPhase = 'idle' | 'requested' | 'offered' | 'here' | 'elsewhere' | 'over';

/** The page's offer if no device of the room runs the language. */
export interface RunOffer {
  language: string;
  label: string;
  /** Size of the download with which this device runs it; null if it never can. */
  bytes: number | null;
  /** The runtime that this device may use in its place. */
  other: Runtime | null;
  /** Set if the test files were to run. */
  isTests?: true;
}

/** State of the room's latest run. */
export interface RunsState {
  /** The interviewer allows runs in this room. */
  isAllowed: boolean;
  /** Languages of the operator's engine. */
  engineLanguages: readonly string[];
  /** The operator's limit of an execution (ms); null until it is known. */
  limitMs: number | null;
  dataSet: DataSet | null;
  run: Run | null;
  phase: RunPhase;
  /** The run's output so far, without gaps. */
  pieces: readonly RunPiece[];
  /** The user cleared the output on this device. */
  isCleared: boolean;
  /** The work of this device for the run before its first output; null if another device executes it. */
  progress: Progress | null;
  /** How far another device has loaded the run's language (percent); null while that is not known. */
  loaded: number | null;
  /** Number of the line that the run's program waits for; null while it does not. */
  ask: number | null;
  offer: RunOffer | null;
  /** The user pressed Run on a document that nobody has typed into. */
  isNothing: boolean;
  /** The name of the participant who requested the end of the run; null if nobody did, or if it is not known. */
  stoppedBy: string | null;
  /** The lines of others that a run of this page lacks because they were not sent yet; empty if there are none. */
  lacks: string;
}

/** The state of a run that has just begun. */
export const JUST_BEGUN = {
  isCleared: false,
  progress: null,
  loaded: null,
  ask: null,
  offer: null,
  isNothing: false,
  stoppedBy: null,
  lacks: '',
} satisfies Partial<RunsState>;

export const NO_RUNS: RunsState = {
  isAllowed: true,
  engineLanguages: [],
  limitMs: null,
  dataSet: null,
  run: null,
  phase: 'idle',
  pieces: [],
  ...JUST_BEGUN,
};

/** Whether the room's latest run goes on, as far as this device can follow it. */
export function isActive({ phase }: Pick<RunsState, 'phase'>): boolean {
  return phase === 'offered' || phase === 'here' || phase === 'elsewhere';
}
