import { StateEffect, StateField } from '@codemirror/state';
import type { Extension, Range, Text } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';
import { fitFlags, FlagWidget } from '../../features/documents/codemirror/codemirror-flags.ts';
import styles from '../../features/playback/player/last-change.module.css';
import type { LastChange } from '../../features/playback/player/player-parts.ts';

/** Shows the text of the last edit, and its author. */
export const showLast = StateEffect.define<LastChange | null>();

class Caret extends WidgetType {
  readonly #hue: number;

  constructor(hue: number) {
    super();
    this.#hue = hue;
  }

  override eq(other: Caret): boolean {
    return other.#hue === this.#hue;
  }

  override toDOM(): HTMLElement {
    const caret = document.createElement('span');
    caret.className = `${styles.caret} ${hueClass(this.#hue)}`;
    caret.ariaHidden = 'true';
    return caret;
  }
}

const hueClass = (hue: number) => styles[`hue${hue}`] ?? '';

const drawnChange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, changes, newDoc }) {
    const effect = effects.find((each) => each.is(showLast));
    if (!effect) return before.map(changes);
    return effect.value ? decorations(effect.value, newDoc) : Decoration.none;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Draws the last edit, and its author behind the end of its line. */
export const lastChange: Extension = [drawnChange, fitFlags];

function decorations(last: LastChange, doc: Text): DecorationSet {
  const { name, hue, change } = last;
  const from = Math.min(change[0], doc.length);
  const to = Math.min(from + change[2].length, doc.length);
  const flag = new FlagWidget({ name, hue, color: `var(--caret-${hue})` });
  const ranges: Range<Decoration>[] = [
    Decoration.widget({ widget: new Caret(hue), side: 1 }).range(to),
    Decoration.widget({ widget: flag, side: 2 }).range(doc.lineAt(to).to),
  ];
  if (to > from) ranges.push(Decoration.mark({ class: `${styles.added} ${hueClass(hue)}` }).range(from, to));
  return Decoration.set(ranges, true);
}
