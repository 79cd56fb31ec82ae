import { isTouchOnly } from '../features/documents/editor/languages/editor-pane.ts';
import { whenIdle } from '../shared/when-idle.ts';
import { isAppCached } from './handover.ts';

/** How long the typefaces wait once the room's files are loaded, and then at most for an idle page (ms). */
const ROOM_RENDERS_MS = 3_000;
const IDLE_WITHIN_MS = 2_000;

/** Shows the system's typefaces on a new phone, because the page's own 70 KB would delay the room's files. */
export function holdTypefaces(): void {
  if (isTouchOnly() && !isAppCached()) document.documentElement.dataset['typefaces'] = 'later';
}

/** Loads the page's typefaces when it is idle. They have the metrics of the typefaces that they replace. */
export function releaseTypefaces(): void {
  const release = () => delete document.documentElement.dataset['typefaces'];
  setTimeout(() => whenIdle(release, IDLE_WITHIN_MS), ROOM_RENDERS_MS);
}
