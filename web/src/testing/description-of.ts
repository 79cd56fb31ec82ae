/** Returns the texts that describe a control: that it is optional, its help or its error; null without one. */
export function descriptionOf(control: HTMLElement): string | null {
  const ids = control.getAttribute('aria-describedby')?.split(' ');
  return ids?.map((id) => document.getElementById(id)?.textContent).join(' ') ?? null;
}
