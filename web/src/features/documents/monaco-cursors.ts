import type { editor } from 'monaco-editor';
import type { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { CursorState } from './cursors.ts';
import { rangeAt } from './monaco-range.ts';

/**
 * Shows the others' cursors and selections in a Monaco editor and publishes its own. Names and colours are rules of a
 * style sheet of their own, because Monaco's decorations take only class names.
 */
export class MonacoCursors {
  readonly #editor: editor.IStandaloneCodeEditor;
  readonly #text: Y.Text;
  readonly #awareness: Awareness;
  readonly #sheet = new CSSStyleSheet();
  readonly #shown: editor.IEditorDecorationsCollection;
  readonly #ends: (() => void)[] = [];

  constructor(target: editor.IStandaloneCodeEditor, text: Y.Text, awareness: Awareness) {
    this.#editor = target;
    this.#text = text;
    this.#awareness = awareness;
    this.#shown = target.createDecorationsCollection();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    // After the event: only then does the text know the letter that moved the cursor.
    const moving = target.onDidChangeCursorSelection(() => queueMicrotask(() => this.#publish()));
    const show = () => this.#show();
    awareness.on('change', show);
    text.observe(show);
    this.#ends.push(
      () => moving.dispose(),
      () => awareness.off('change', show),
      () => text.unobserve(show),
      () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet)),
    );
    show();
  }

  destroy(): void {
    for (const end of this.#ends.splice(0)) end();
    this.#shown.clear();
  }

  #publish(): void {
    const [model, selection] = [this.#editor.getModel(), this.#editor.getSelection()];
    if (!model || !selection) return;
    const anchor = model.getOffsetAt({
      lineNumber: selection.selectionStartLineNumber,
      column: selection.selectionStartColumn,
    });
    const head = model.getOffsetAt(selection.getPosition());
    const relative = (offset: number) => Y.createRelativePositionFromTypeIndex(this.#text, offset);
    this.#awareness.setLocalStateField('cursor', { anchor: relative(anchor), head: relative(head) });
  }

  #show(): void {
    const decorations: editor.IModelDeltaDecoration[] = [];
    const rules: string[] = [];
    for (const [client, state] of this.#awareness.getStates() as Map<number, CursorState>) {
      if (client === this.#awareness.clientID || !state.user || !state.cursor) continue;
      const made = this.#decorate(client, state.user.hue, state.cursor);
      if (made.length === 0) continue;
      decorations.push(...made);
      const { name, color, colorLight } = state.user;
      rules.push(`.peer-${client}{--peer:${color};--peer-light:${colorLight}}`);
      rules.push(`.peer-${client}.peer-caret::after{content:"${CSS.escape(name)}"}`);
    }
    this.#sheet.replaceSync(rules.join('\n'));
    this.#shown.set(decorations);
  }

  #decorate(client: number, hue: number, cursor: NonNullable<CursorState['cursor']>): editor.IModelDeltaDecoration[] {
    const model = this.#editor.getModel();
    const [anchor, head] = [this.#indexOf(cursor.anchor), this.#indexOf(cursor.head)];
    if (!model || anchor === null || head === null) return [];
    const at = rangeAt(model, head, head);
    const selection = {
      range: rangeAt(model, Math.min(anchor, head), Math.max(anchor, head)),
      options: { className: `peer-selection peer-${client}` },
    };
    const caret = {
      range: at,
      options: {
        beforeContentClassName: `peer-caret peer-${client} peer-hue-${hue}${at.startLineNumber === 1 ? ' peer-caret-below' : ''}`,
        // Typing at the very place of a peer's cursor leaves it where it is.
        stickiness: 1,
      },
    };
    return anchor === head ? [caret] : [selection, caret];
  }

  #indexOf(position: Y.RelativePosition): number | null {
    const { doc } = this.#text;
    if (!doc) return null;
    const found = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(position), doc);
    return found?.type === this.#text ? found.index : null;
  }
}
