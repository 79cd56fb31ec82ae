const COLORS = 8;

/** Gives each person one of eight colours, in the order they are first seen; the editor's theme says which they are. */
export class PeerColors {
  readonly #ids: string[] = [];

  /** A person's colour and a wash of it, as CSS. */
  of(id: string): { color: string; colorLight: string } {
    if (!this.#ids.includes(id)) this.#ids.push(id);
    const color = `var(--caret-${(this.#ids.indexOf(id) % COLORS) + 1})`;
    return { color, colorLight: `color-mix(in srgb, ${color} 28%, transparent)` };
  }
}
