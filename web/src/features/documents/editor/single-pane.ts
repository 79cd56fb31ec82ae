import { PHONE, SMALL_SCREEN } from '../../../shared/ui/theme/breakpoints.ts';
import { isTouchOnly } from './languages/editor-pane.ts';

/** The shorter side of a tablet's screen is at least this long (CSS px). */
const TABLET_SIDE_PX = 600;

/**
 * Returns the media query of windows in which output and question cover the code. On a tablet the height does not
 * count, because its keyboard leaves as little as a phone has, and closes when the editor is hidden.
 */
export function singlePaneQuery(): string {
  const { width, height } = window.screen;
  return isTouchOnly() && Math.min(width, height) >= TABLET_SIDE_PX ? PHONE : SMALL_SCREEN;
}
