import type { KeyboardEvent } from 'react';

/** Follows a link for the space bar, as a button does. */
export function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
