import type { JobPackages, ToFrame } from '../../../../runner/messages.ts';
import type { NamedPackages } from './program-packages.ts';

/** The functions of its sandbox that an execution needs. */
export interface ExecutionTools {
  load(progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Resolves to the packages that the program names, if its language has any. */
  loadPackages(
    named: NamedPackages,
    progress: (loadedBytes: number) => void,
    signal: AbortSignal,
  ): Promise<JobPackages | undefined>;
  /** Brings files besides the runtime into the frame. */
  more(files: readonly string[], progress: (loadedBytes: number) => void, signal: AbortSignal): Promise<void>;
  send(message: ToFrame): void;
  /** Replaces a frame that does not follow a request. */
  replaceFrame(): void;
}
