import { StateEffect, StateField } from '@codemirror/state';
import type { Extension, Range } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import styles from '../../features/playback/player/last-change.module.css';
import type { LastChange } from '../../features/playback/player/player-parts.ts';

/** Shows the text of the last edit, and its author. */
export const showLast = StateEffect.define<LastChange | null>();

class Caret extends WidgetType {
  readonly #name: string;
  readonly #hue: number;

  constructor({ name, hue }: LastChange) {
    super();
    this.#name = name;
    this.#hue = hue;
  }

  override eq(other: Caret): boolean {
    return other.#name === this.#name && other.#hue === this.#hue;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = `${styles.caret} ${hueClass(this.#hue)}`;
    // The style sheet shows the name, so that it is not part of the code's text.
    caret.dataset['name'] = this.#name;
    caret.ariaHidden = 'true';
    return caret;
  }
}

const hueClass = (hue: number) => styles[`hue${hue}`] ?? '';

/** Draws the last edit. */
export const lastChange: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, changes, newDoc }) {
    const effect = effects.find((each) => each.is(showLast));
    if (!effect) return before.map(changes);
    return effect.value ? decorations(effect.value, newDoc.length) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorations(last: LastChange, length: number): DecorationSet {
  const from = Math.min(last.change[0], length);
  const to = Math.min(from + last.change[2].length, length);
  const ranges: Range<Decoration>[] = [Decoration.widget({ widget: new Caret(last), side: 1 }).range(to)];
  if (to > from) ranges.push(Decoration.mark({ class: `${styles.added} ${hueClass(last.hue)}` }).range(from, to));
  return Decoration.set(ranges, true);
}
