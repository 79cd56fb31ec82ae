import type { JobPackages, ToFrame } from '../../../../runner/messages.ts';

/** The functions of its sandbox that an execution needs. */
export interface ExecutionTools {
  load(progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Resolves to the packages of the program, if its language has any. */
  loadPackages(progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<JobPackages | undefined>;
  /** Brings files besides the runtime into the frame. */
  more(files: readonly string[], progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  send(message: ToFrame): void;
  /** Replaces a frame that does not follow a request. */
  replaceFrame(): void;
}
