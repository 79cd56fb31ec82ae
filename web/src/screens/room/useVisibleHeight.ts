import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { isTouchOnly } from '../../features/documents/editor/editor-pane.ts';

/** Heights of the visible area up to which a touch screen's room saves space, and then every pixel (CSS px). */
const LOW_PX = 480;
const TINY_PX = 300;
/** A low area of at most this width (CSS px) is an upright phone with an open keyboard. */
const UPRIGHT_PX = 480;

/**
 * Fits an element into the area above the on-screen keyboard, and describes a low area in its `data-low`. Chrome resizes
 * the page by itself (interactive-widget); Safari only changes the visual viewport.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [viewport, frame] = [window.visualViewport, element.current];
    if (!viewport || !frame) return;
    const fit = () => {
      const isKeyboardOpen = viewport.height < window.innerHeight - 80 && viewport.scale === 1;
      frame.style.setProperty('--visible-height', isKeyboardOpen ? `${viewport.height}px` : '100dvh');
      frame.style.setProperty('--visible-top', isKeyboardOpen ? `${viewport.offsetTop}px` : '0px');
      const low = isTouchOnly() ? lownessOf(isKeyboardOpen ? viewport.height : window.innerHeight) : null;
      if (low === null) delete frame.dataset['low'];
      else frame.dataset['low'] = low;
    };
    fit();
    viewport.addEventListener('resize', fit);
    viewport.addEventListener('scroll', fit);
    return () => {
      viewport.removeEventListener('resize', fit);
      viewport.removeEventListener('scroll', fit);
    };
  }, [element]);
}

function lownessOf(height: number): 'low' | 'tight' | 'tiny' | null {
  if (height > LOW_PX) return null;
  if (height <= TINY_PX) return 'tiny';
  return window.innerWidth <= UPRIGHT_PX ? 'tight' : 'low';
}
