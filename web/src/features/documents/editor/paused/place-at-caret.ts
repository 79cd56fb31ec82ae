import type { CaretBox } from '../languages/editor-pane.ts';

/** Least distance from the edges of the pane, in CSS pixels. */
const MARGIN_PX = 8;

/** Places a box, within the element around it, so that its first letter is drawn where the caret is. */
export function placeAt(box: HTMLElement, caret: CaretBox | null): void {
  const around = box.parentElement?.getBoundingClientRect();
  if (!around) return;
  const isOpen = box.dataset['open'] === 'true';
  const least = isOpen ? MARGIN_PX : 0;
  const { paddingLeft, paddingTop, borderLeftWidth } = getComputedStyle(box);
  const inset = Number.parseFloat(borderLeftWidth) || 0;
  const left = (caret?.left ?? around.left) - around.left - inset - (Number.parseFloat(paddingLeft) || 0);
  const top = (caret?.top ?? around.top) - around.top - inset - (Number.parseFloat(paddingTop) || 0);
  box.style.setProperty('--line', caret ? `${caret.height}px` : '1.4em');
  box.style.left = `${between(least, left, around.width - box.offsetWidth - least)}px`;
  box.style.top = `${between(least, top, around.height - box.offsetHeight - least)}px`;
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));
