import type { MouseEvent } from 'react';

/** Wraps what a press does: the second one of a double click, which may meet another button, does nothing. */
export const singlePress = (act: () => unknown) => (event: MouseEvent) => {
  if (event.detail < 2) act();
};
