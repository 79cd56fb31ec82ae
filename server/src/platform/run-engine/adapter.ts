import type { RunError, RunFile } from '@cip/contracts/runs/runs';

export interface EngineProgram {
  /** The editor's language id, such as `java` or `c#`. */
  language: string;
  code: string;
  /** All files, the first with the code; absent if there is one. */
  files?: readonly RunFile[] | undefined;
  stdin: string;
  /** A shorter time limit than that of the engine's runs (ms). */
  limitMs?: number;
}

/** Receives the output of a program, as the engine sends it. */
export type WriteOutput = (stream: 'out' | 'err', text: string) => void;

/** How a program ended. */
export interface Outcome {
  reason: 'finished' | 'failed' | 'time_limit';
  stage: 'compile' | 'run';
  exitCode: number | null;
  /** Execution time without compilation (ms). */
  ms: number;
  /** Null if the output may tell. */
  error: RunError | null;
}

/** One attempt to run a program. */
export interface Attempt {
  program: EngineProgram;
  /** Aborted by Stop, by the deadline and when the node stops. */
  signal: AbortSignal;
  write: WriteOutput;
}

/** A language that an engine has. */
export interface EngineRuntime {
  /** The editor's id. */
  id: string;
  /** As the engine names it; empty if it does not. */
  version: string;
}

/** The dialect of an engine. Its functions throw EngineFailure or AnswerTooLarge. */
export interface EngineAdapter {
  /** Set if the engine takes no file besides the first. */
  readonly takesOneFile?: true;
  /** Reads which languages the engine has. */
  readLanguages(signal: AbortSignal): Promise<EngineRuntime[]>;
  /** Runs a program in a language that `readLanguages` returned. */
  execute(attempt: Attempt): Promise<Outcome>;
}
