const HUES = 8;

/** Returns the number of a participant's color, from 1 to 8, by its index in the recording: the color of the room. */
export function hueOf(index: number): number {
  return (index % HUES) + 1;
}

/** Returns the color of a participant as CSS; the system's if there is none. */
export function colorOf(index: number | null): string {
  return index === null ? 'var(--ink-3)' : `var(--caret-${hueOf(index)})`;
}
