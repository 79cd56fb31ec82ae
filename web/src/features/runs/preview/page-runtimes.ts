import { isCached, runtimeOf } from '../sandbox/runtimes.ts';
import type { Runtime } from '../sandbox/runtimes.ts';
import type { Runtimes } from '../state/run-room.ts';

/** Pages need no runtime, but a preview. */
const PAGES: Runtime = { language: 'html', label: 'HTML', bytes: 0, laptopOnly: false };

/** The runtimes of a page with a preview. */
export const RUNTIMES: Runtimes = {
  runtimeOf: (language) => (language === 'html' ? PAGES : runtimeOf(language)),
  isCached,
};
