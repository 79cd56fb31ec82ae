import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Fits an element into the area above the on-screen keyboard. Chrome resizes the page by itself
 * (interactive-widget); Safari only changes the visual viewport.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fit = () => {
      const isKeyboardOpen = viewport.height < window.innerHeight - 80 && viewport.scale === 1;
      element.current?.style.setProperty('--visible-height', isKeyboardOpen ? `${viewport.height}px` : '100dvh');
      element.current?.style.setProperty('--visible-top', isKeyboardOpen ? `${viewport.offsetTop}px` : '0px');
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
