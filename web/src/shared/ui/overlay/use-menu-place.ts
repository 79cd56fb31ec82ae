import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Between the button and its menu (px). */
const GAP = 4;

interface MenuPlaceOptions {
  isShown: boolean;
  button: RefObject<HTMLButtonElement | null>;
  isFixed: boolean;
  /** Called when the pointer presses something else. */
  onLeave: () => void;
}

/** Places a menu at its button while it is shown, and moves the focus to its first item. Returns the menu's ref. */
export function useMenuPlace({
  isShown,
  button,
  isFixed,
  onLeave,
}: MenuPlaceOptions): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  const leave = useEffectEvent(onLeave);
  useLayoutEffect(() => {
    const [menu, opener] = [ref.current, button.current];
    if (!isShown || !menu || !opener) return;
    const place = () => placeMenu(menu, opener, isFixed);
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.contains(target) && !opener.contains(target)) leave();
    };
    place();
    menu.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    const whileShown = new AbortController();
    const { signal } = whileShown;
    window.addEventListener('resize', place, { signal });
    window.addEventListener('scroll', place, { signal, capture: true });
    document.addEventListener('pointerdown', onPress, { signal, capture: true });
    return () => whileShown.abort();
  }, [isShown, button, isFixed]);
  return ref;
}

/** Places the menu under the end of its button, or above it if the window ends; both have the same parent. */
function placeMenu(menu: HTMLElement, button: HTMLElement, isFixed: boolean): void {
  const { top, right, bottom, left } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const above = top - GAP - height;
  const y = bottom + GAP + height > window.innerHeight && above >= 0 ? above : bottom + GAP;
  const x = Math.max(0, right - width);
  const from = isFixed ? { x: 0, y: 0 } : { x: left - button.offsetLeft, y: top - button.offsetTop };
  Object.assign(menu.style, { left: `${x - from.x}px`, top: `${y - from.y}px` });
}
