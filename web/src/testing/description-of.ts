/** Returns the text that describes a control, its help or its error; null without one. */
export function descriptionOf(control: HTMLElement): string | null {
  const id = control.getAttribute('aria-describedby');
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
}
