const COLORS = 8;
/** How much of a person's colour a selection is, in per cent; more would drown the code's colours. */
export const SELECTION_WASH_PERCENT = 18;

export interface PeerColor {
  /** Which of the eight colours, from 1. */
  hue: number;
  color: string;
  /** A wash of the colour, for selections. */
  colorLight: string;
}

/** Gives each person one of eight colours, in the order they are first seen; the editor's theme says which they are. */
export class PeerColors {
  readonly #ids: string[] = [];

  /** A person's colour and a wash of it, as CSS. */
  of(id: string): PeerColor {
    if (!this.#ids.includes(id)) this.#ids.push(id);
    const hue = (this.#ids.indexOf(id) % COLORS) + 1;
    const color = `var(--caret-${hue})`;
    return { hue, color, colorLight: `color-mix(in srgb, ${color} ${SELECTION_WASH_PERCENT}%, transparent)` };
  }
}
