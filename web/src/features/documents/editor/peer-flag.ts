import { initials } from '../../../shared/format.ts';
import type { CursorOwner } from '../sync/cursors/cursor-state.ts';

export type FlagOwner = Pick<CursorOwner, 'name' | 'hue' | 'color'>;

/**
 * Creates the flag of a peer: their name while the cursor moves, their initials while it rests. It is behind the end of
 * the cursor's line, because it covers no text there.
 */
export function createPeerFlag({ name, hue, color }: FlagOwner): HTMLElement {
  const flag = document.createElement('span');
  flag.className = `peer-flag peer-hue-${hue}`;
  flag.style.setProperty('--peer', color);
  // The style sheet shows the name, so that it is not part of the code's text.
  flag.dataset['name'] = name;
  flag.dataset['initials'] = initials(name);
  flag.ariaHidden = 'true';
  return flag;
}
