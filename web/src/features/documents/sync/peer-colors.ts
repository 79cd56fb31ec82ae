const COLORS = 8;
/** Opacity of a selection, in per cent; a higher one would hide the syntax colours. */
export const SELECTION_WASH_PERCENT = 18;

export interface PeerColor {
  /** Number of the colour, from 1 to 8. */
  hue: number;
  color: string;
  /** The colour with low opacity, for selections. */
  colorLight: string;
}

/** Assigns each participant one of eight colours, in the order of their first use; the editor's theme defines them. */
export class PeerColors {
  readonly #ids: string[] = [];

  /** Returns a participant's colours as CSS. */
  of(id: string): PeerColor {
    if (!this.#ids.includes(id)) this.#ids.push(id);
    const hue = (this.#ids.indexOf(id) % COLORS) + 1;
    const color = `var(--caret-${hue})`;
    return { hue, color, colorLight: `color-mix(in srgb, ${color} ${SELECTION_WASH_PERCENT}%, transparent)` };
  }
}
