import { isTouchOnly } from '../features/documents/editor/languages/editor-pane.ts';
import { whenIdle } from '../shared/when-idle.ts';
import { isAppCached } from './handover.ts';

/** How long the typefaces wait if the user has already joined, and then at most for an idle page (ms). */
const ROOM_RENDERS_MS = 3_000;
const IDLE_WITHIN_MS = 2_000;

let isJoining = false;

/** Shows the system's typefaces on a new phone, because the page's own 70 KB would delay the room's files. */
export function holdTypefaces(): void {
  if (!isTouchOnly() || isAppCached()) return;
  document.documentElement.dataset['typefaces'] = 'later';
  addEventListener('submit', () => (isJoining = true), { capture: true, once: true });
}

/**
 * Loads the page's typefaces when it is idle; call it once the room's files are loaded. Usually the user enters a name
 * meanwhile, so that the page before the room has its own face. They have the metrics of the faces that they replace.
 */
export function releaseTypefaces(): void {
  const release = () => void delete document.documentElement.dataset['typefaces'];
  const afterTheRoom = () => void setTimeout(() => whenIdle(release, IDLE_WITHIN_MS), ROOM_RENDERS_MS);
  whenIdle(() => (isJoining ? afterTheRoom() : release()), IDLE_WITHIN_MS);
}
