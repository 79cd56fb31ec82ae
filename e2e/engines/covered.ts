import type { EnginePage } from './engine-page.ts';

/** Returns the controls of a page that another element covers in their middle, with the covering element. */
export function coveredControls(page: EnginePage): Promise<string[]> {
  return page.evaluate(findCovered);
}

/** Runs in the page. */
function findCovered(): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
  const shown = (element: Element | null) =>
    element === null ? 'nothing' : `<${element.localName}> ${(element.textContent || element.outerHTML).slice(0, 40)}`;
  const isPressable = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const { clipPath, pointerEvents } = getComputedStyle(element);
    // Links and fields for assistive technology are a pixel wide or cut out.
    const isDrawn = width > 2 && height > 2 && clipPath === 'none';
    return isSeen && isDrawn && pointerEvents !== 'none' && !element.closest('[inert]');
  };
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!isPressable(element)) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // If a link has several lines, its middle is between them.
    const [box = element.getBoundingClientRect()] = element.getClientRects();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isOwn = element.contains(hit) || hit?.closest('label')?.control === element;
    if (!isOwn) found.push(`${shown(element)} under ${shown(hit)}`);
  }
  return found;
}
