const FOCUSABLE =
  'a[href], area[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex], [contenteditable]:not([contenteditable="false"])';

/**
 * Gives the document of tests a focus of its own: the browser's stays with the person who types elsewhere on the page,
 * and would not send its events to a page that does not have it.
 */
export function installOwnFocus(): void {
  let active: Element | null = null;
  const current = () => (active?.isConnected && !active.matches(':disabled') ? active : document.body);
  const leave = (to: Element | null) => {
    const from = current();
    active = null;
    if (from === document.body) return;
    send(from, 'blur', to);
    send(from, 'focusout', to);
  };
  const enter = (element: Element) => {
    const from = current();
    if (from === element || !isFocusable(element)) return;
    leave(element);
    active = element;
    const related = from === document.body ? null : from;
    send(element, 'focus', related);
    if (active === element) send(element, 'focusin', related);
  };
  const focus = function focus(this: Element): void {
    enter(this);
  };
  const blur = function blur(this: Element): void {
    if (current() === this) leave(null);
  };
  for (const owner of [HTMLElement.prototype, SVGElement.prototype]) Object.assign(owner, { focus, blur });
  Object.defineProperty(document, 'activeElement', { get: current, configurable: true });
  Object.defineProperty(document, 'hasFocus', { value: () => true, configurable: true });
}

function isFocusable(element: Element): boolean {
  return element.isConnected && element.matches(FOCUSABLE) && !element.matches(':disabled') && isRendered(element);
}

function isRendered(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function send(to: Element, type: string, relatedTarget: Element | null): void {
  const bubbles = type.startsWith('focusi') || type === 'focusout';
  to.dispatchEvent(new FocusEvent(type, { bubbles, composed: true, relatedTarget }));
}
