import type { TestState } from '@cip/contracts/runs/run-tests';
import type { RunEnd, RunFile } from '@cip/contracts/runs/runs';

/** The kind of a piece of output. */
export type Stream = 'out' | 'err' | 'table';

/** The text that people typed for a waiting program, without the last line break; null is the end of the input. */
export type Answer = string | null;

/** A file of a runtime, by its name in the runtime's list. */
export interface RuntimeFile {
  name: string;
  data: ArrayBuffer;
}

/** A program as the worker receives it. */
export interface Job {
  /** The language, if one runtime serves several. */
  language: string;
  code: string;
  /** All files in their order, the first with the code; absent if there is one. */
  files?: RunFile[];
  /** The names of the test files, if they run in place of the program. */
  tests?: string[];
  stdin: string;
  /** Whether its output is compared with an expected one: then nothing else is in it, such as its own tests or errors. */
  isJudged?: boolean;
  dataSet: string | null;
  packages?: JobPackages;
}

/** The packages of a program's language. */
export interface JobPackages {
  /** The names of all that there are. */
  offered: string[];
  /** The files of the packages that the program names. */
  files: RuntimeFile[];
  /** The entries of Pyodide's list for them. */
  lock?: Record<string, object>;
}

/**
 * Messages from the page to the frame. The words never change, because the frame may be of another version than the
 * page.
 */
export type ToFrame =
  | { type: 'load'; language: string; script: string; files: RuntimeFile[] }
  /** With `isInteractive`, the program may request lines while it runs. */
  | { type: 'run'; language: string; job: Job; limitMs: number; isInteractive?: boolean }
  | { type: 'answer'; text: Answer }
  /** The files that a program needs besides its runtime, as scripts by name; the frame keeps them. */
  | { type: 'more'; scripts: Readonly<Record<string, string>> }
  | { type: 'stop' }
  | { type: 'ping' };

/** Messages from the frame to the page. */
export type FromFrame =
  | { type: 'loaded'; language: string; problem: string | null }
  | { type: 'started' }
  | { type: 'output'; stream: Stream; text: string }
  /** Before the program starts: it needs these files besides its runtime. */
  | { type: 'needs'; files: string[] }
  /** The program waits for an answer. */
  | { type: 'asking' }
  | { type: 'end'; end: RunEnd }
  | { type: 'pong' };

/** The first message to a worker; `files` holds compiled WebAssembly by name, and other files as blobs. */
export interface WorkerStart {
  modules: Record<string, WebAssembly.Module>;
  blobs: Record<string, Blob>;
}

/** Messages from the frame to a worker. */
export type ToWorker =
  | { type: 'run'; job: Job; isInteractive: boolean }
  | { type: 'answer'; text: Answer }
  | { type: 'more'; scripts: Readonly<Record<string, string>> };

/** A test that runs or has ended, as its worker reports it. */
export interface TestReport {
  file: string;
  /** The names around the test, the outermost first, and its own; empty if it is the file itself. */
  names: string[];
  state: TestState | 'running';
  ms: number;
  /** Where it failed in its file, or else where it is. */
  line: number | null;
  message: string;
}

/** How a program ended by itself. */
export interface ProgramEnd extends Pick<RunEnd, 'exitCode' | 'error' | 'needsInput'> {
  /** True if the runtime itself failed, for example because it has no more memory. */
  isCrash?: boolean;
}

/** Messages from a worker to the frame. `rest` holds the end of an output if it is too long to be streamed. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'unready'; problem: string }
  | { type: 'snapshot'; blob: Blob }
  | { type: 'compiled' }
  | { type: 'needs'; files: string[] }
  | { type: 'output'; stream: Stream; text: string }
  | { type: 'asking' }
  | { type: 'test'; test: TestReport }
  | { type: 'rest'; tail: string; omitted: number }
  | { type: 'end'; end: ProgramEnd };
