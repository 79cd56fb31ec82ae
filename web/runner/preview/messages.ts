import type { RunFile } from '@cip/contracts/runs/runs';
import type { FromWorker } from '../messages.ts';

/**
 * Messages from the page to a preview: its program or the names of its test files, and before or after it the files
 * that it needs.
 */
export type ToPreview =
  /** Whether the program is still there. */
  { type: 'ping' } | { type: 'show'; files: RunFile[]; tests?: string[] } | { type: 'more'; scripts: Scripts };

/** Files of packages and of the compiler, by name. */
export type Scripts = Readonly<Record<string, string>>;

/** Keys that a preview passes on: one runs the code, the other leads back to it. */
export type PreviewKey = 'run' | 'leave';

/**
 * Messages from a preview to the page; `compiled` says that it has its program, `end` that its program has started, and
 * with which error.
 */
export type FromPreview =
  | Extract<FromWorker, { type: 'compiled' | 'output' | 'needs' | 'test' | 'end' }>
  | { type: 'key'; key: PreviewKey }
  | { type: 'pong' };
