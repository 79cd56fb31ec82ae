import type { ToFrame } from '../../../../runner/messages.ts';

/** The functions of its sandbox that an execution needs. */
export interface ExecutionTools {
  load(progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Brings files besides the runtime into the frame. */
  more(files: readonly string[], progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  send(message: ToFrame): void;
  /** Replaces a frame that does not follow a request. */
  replaceFrame(): void;
}
