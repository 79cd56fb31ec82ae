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

interface Numbered {
  id: string;
  /** The participant's place in the order of first acts, from 1. */
  number?: number | undefined;
}

/**
 * Assigns each participant one of eight colours by their number, the same on every page and in the playback. While the
 * number is not known, the colour follows the order of first use. The editor's theme defines the colours.
 */
export class PeerColors {
  readonly #ids: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Remembers the numbers of participants. */
  learn(participants: readonly Numbered[]): void {
    for (const { id, number } of participants) if (number !== undefined) this.#numbers.set(id, number);
  }

  /** Returns a participant's colours as CSS. */
  of(id: string): PeerColor {
    const hue = (((this.#numbers.get(id) ?? this.#order(id)) - 1) % COLORS) + 1;
    const color = `var(--caret-${hue})`;
    return { hue, color, colorLight: `color-mix(in srgb, ${color} ${SELECTION_WASH_PERCENT}%, transparent)` };
  }

  #order(id: string): number {
    if (!this.#ids.includes(id)) this.#ids.push(id);
    return this.#ids.indexOf(id) + 1;
  }
}
