import type { RunEnd } from '@cip/contracts/runs/runs';

/** What a piece of output holds. */
export type Stream = 'out' | 'err' | 'table';

/** What people typed for a program that waits, without the last line break; null is the end of the input. */
export type Answer = string | null;

/** A file of a runtime, by its name in the runtime's list. */
export interface RuntimeFile {
  name: string;
  data: ArrayBuffer;
}

/** A program as the worker receives it. */
export interface Job {
  /** The language, where one runtime serves several. */
  language: string;
  code: string;
  stdin: string;
  dataSet: string | null;
}

/**
 * Messages from the page to the frame. The frame may be of another version than the page, so the words never change.
 */
export type ToFrame =
  | { type: 'load'; language: string; script: string; files: RuntimeFile[] }
  /** With `isInteractive`, the program may ask for lines while it runs. */
  | { type: 'run'; language: string; job: Job; limitMs: number; isInteractive?: boolean }
  | { type: 'answer'; text: Answer }
  | { type: 'stop' }
  | { type: 'ping' };

/** Messages from the frame to the page. */
export type FromFrame =
  | { type: 'loaded'; language: string; problem: string | null }
  | { type: 'started' }
  | { type: 'output'; stream: Stream; text: string }
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
export type ToWorker = { type: 'run'; job: Job; isInteractive: boolean } | { type: 'answer'; text: Answer };

/** How a program ended by itself. */
export interface ProgramEnd extends Pick<RunEnd, 'exitCode' | 'error' | 'needsInput'> {
  /** Whether the runtime itself failed, as when it has no more memory. */
  isCrash?: boolean;
}

/** Messages from a worker to the frame. `rest` holds the end of an output that is too long to be streamed. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'unready'; problem: string }
  | { type: 'snapshot'; blob: Blob }
  | { type: 'compiled' }
  | { type: 'output'; stream: Stream; text: string }
  | { type: 'asking' }
  | { type: 'rest'; tail: string; omitted: number }
  | { type: 'end'; end: ProgramEnd };
