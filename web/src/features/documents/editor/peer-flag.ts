import type { CursorOwner } from '../sync/cursors.ts';

/** Makes the flag with a peer's name, which stands behind the end of the line of their cursor: there it covers no text. */
export function createPeerFlag({ name, hue, color }: CursorOwner): HTMLElement {
  const flag = document.createElement('span');
  flag.className = `peer-flag peer-hue-${hue}`;
  flag.style.setProperty('--peer', color);
  // Drawn by the style sheet: it is no part of the code's text.
  flag.dataset['name'] = name;
  flag.ariaHidden = 'true';
  return flag;
}
