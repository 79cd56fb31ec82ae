import type { KeyboardEvent } from 'react';

const ITEM = '[role=treeitem]';

const levelOf = (item: Element) => Number(item.getAttribute('aria-level'));

/** Handles the keys of a tree (WAI-ARIA Authoring Practices, "Tree View"), whose items are all that are shown. */
export function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof HTMLElement) || !target.matches(ITEM) || altKey || ctrlKey || metaKey || shiftKey) return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>(ITEM)];
  const at = items.indexOf(target);
  const expanded = target.getAttribute('aria-expanded');
  const press = () => target.click();
  const focus = (item: HTMLElement | null | undefined) => item?.focus();
  const keys: Record<string, () => void> = {
    ArrowDown: () => focus(items[at + 1]),
    ArrowUp: () => focus(items[at - 1]),
    Home: () => focus(items[0]),
    End: () => focus(items.at(-1)),
    ArrowRight: () => (expanded === 'false' ? press() : expanded === 'true' && focus(items[at + 1])),
    ArrowLeft: () =>
      expanded === 'true' ? press() : focus(items.slice(0, at).findLast((item) => levelOf(item) < levelOf(target))),
    Enter: press,
    ' ': press,
  };
  const act = keys[key];
  if (!act) return;
  event.preventDefault();
  act();
}
