import type { KeyboardEvent } from 'react';

/** Browsers press a button for each repetition of a held Enter. */
export function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
