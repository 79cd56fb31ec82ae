import type { RunEnd, RunFile, RunPiece } from '@cip/contracts/runs/runs';

/** A program to execute. */
export interface Program {
  /** A language id of the editor. */
  language: string;
  /** The text of the first file. */
  code: string;
  /** All files of the program in their order, the first with its code; absent if there is one. */
  files?: RunFile[] | undefined;
  /** The names of the test files, if they run in place of the program. */
  tests?: string[] | undefined;
  stdin: string;
  /** Whether its output is compared with an expected one: then it has no errors, no own tests and no pauses. */
  isJudged?: boolean;
  /** Whether it may wait for lines that people type, if the browser can pause it. */
  isInteractive?: boolean;
  /** SQL that is executed in the empty database before the program; null if there is none. */
  dataSet: string | null;
  /** Longest execution without loading (ms); 10 s by default. */
  limitMs?: number;
}

/** How far the preparation of an execution is; `totalBytes` is the size of the download. */
export interface Progress {
  phase: 'loading' | 'compiling' | 'running';
  loadedBytes: number;
  totalBytes: number;
}

/**
 * Receives the reports of an execution, in order. Output comes in at most `PIECES_PER_SECOND` pieces per second, unless
 * it is judged.
 */
export interface ExecutionEvents {
  progress(progress: Progress): void;
  output(stream: RunPiece['stream'], text: string): void;
  /** The program waits for an answer. All that it printed before was emitted, or is about to be. */
  asking?(): void;
}

/** An execution; `ended` never rejects. */
export interface Execution {
  ended: Promise<RunEnd>;
  /** Ends the execution with the reason `stopped`; if the program has ended, drops the output that still waits. */
  stop(): void;
  /** Answers a program that waits, and shows the answer as output; null ends its input. Ignored if it does not wait. */
  answer(text: string | null): void;
}

/** Executes programs in this browser, one at a time and isolated from the app. */
export interface Sandbox {
  /** Starts a program. Throws if another one is executing. */
  execute(program: Program, events: ExecutionEvents): Execution;
  /** Stops everything and frees the memory. */
  close(): void;
}
