import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';

/** Heights of the visible area up to which a touch screen's room saves space, and then every pixel (CSS px). */
const LOW_PX = 480;
const TINY_PX = 300;
/** A low area of at most this width (CSS px) is an upright phone with an open keyboard. */
const UPRIGHT_PX = 480;

/** The area above the on-screen keyboard, in CSS pixels. */
interface VisibleArea {
  height: number;
  top: number;
  isKeyboardOpen: boolean;
}

/**
 * Fits an element into the area above the on-screen keyboard, and describes a low area in its `data-low`. Chrome
 * resizes the page by itself (interactive-widget); Safari only changes the visual viewport.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  // Read before the element is in the document, because afterwards it would lay out the whole room.
  const [first] = useState(readVisibleArea);
  useLayoutEffect(() => {
    const [viewport, frame] = [window.visualViewport, element.current];
    if (!viewport || !frame) return;
    fit(frame, first);
    const fitAgain = () => fit(frame, readVisibleArea());
    viewport.addEventListener('resize', fitAgain);
    viewport.addEventListener('scroll', fitAgain);
    return () => {
      viewport.removeEventListener('resize', fitAgain);
      viewport.removeEventListener('scroll', fitAgain);
    };
  }, [element, first]);
}

function readVisibleArea(): VisibleArea {
  const { visualViewport: viewport, innerHeight } = window;
  const isKeyboardOpen = viewport !== null && viewport.height < innerHeight - 80 && viewport.scale === 1;
  if (!isKeyboardOpen) return { height: innerHeight, top: 0, isKeyboardOpen };
  return { height: viewport.height, top: viewport.offsetTop, isKeyboardOpen };
}

function fit(frame: HTMLElement, { height, top, isKeyboardOpen }: VisibleArea): void {
  // Without a keyboard the style sheet's own values hold, because setting them would style the whole room again.
  setProperty(frame, '--visible-height', isKeyboardOpen ? `${height}px` : '');
  setProperty(frame, '--visible-top', isKeyboardOpen ? `${top}px` : '');
  const low = isTouchOnly() ? lownessOf(height) : null;
  if (low === null) delete frame.dataset['low'];
  else frame.dataset['low'] = low;
}

/** Sets a property, or removes it if the value is empty; does nothing if it is unchanged. */
function setProperty(element: HTMLElement, name: string, value: string): void {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

function lownessOf(height: number): 'low' | 'tight' | 'tiny' | null {
  if (height > LOW_PX) return null;
  if (height <= TINY_PX) return 'tiny';
  return window.innerWidth <= UPRIGHT_PX ? 'tight' : 'low';
}
