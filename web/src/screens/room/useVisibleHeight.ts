import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps an element inside what the on-screen keyboard leaves free. Chrome resizes the page by itself
 * (interactive-widget); Safari only tells the visual viewport.
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
