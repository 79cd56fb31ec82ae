import type { editor } from 'monaco-editor';
import * as Y from 'yjs';
import type { Cursors, PeerCursor } from '../sync/cursors.ts';
import { MonacoFlags } from './monaco-flags.ts';
import { rangeAt } from './monaco-range.ts';

/**
 * Shows the others' cursors and selections in a Monaco editor and publishes its own. Colours are rules of a style
 * sheet of their own, because Monaco's decorations take only class names.
 */
export class MonacoCursors {
  readonly #editor: editor.IStandaloneCodeEditor;
  readonly #text: Y.Text;
  readonly #cursors: Cursors;
  readonly #flags: MonacoFlags;
  readonly #sheet = new CSSStyleSheet();
  readonly #shown: editor.IEditorDecorationsCollection;
  readonly #ends: (() => void)[] = [];

  constructor(target: editor.IStandaloneCodeEditor, text: Y.Text, cursors: Cursors) {
    this.#editor = target;
    this.#text = text;
    this.#cursors = cursors;
    this.#flags = new MonacoFlags(target);
    const { awareness } = cursors;
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
    this.#flags.show([]);
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
    this.#cursors.awareness.setLocalStateField('cursor', { anchor: relative(anchor), head: relative(head) });
  }

  #show(): void {
    const model = this.#editor.getModel();
    if (!model) return;
    const peers = this.#cursors.peers();
    this.#sheet.replaceSync(peers.map(({ client, owner }) => ruleOf(client, owner)).join('\n'));
    this.#shown.set(peers.flatMap((peer) => decorationsOf(model, peer)));
    this.#flags.show(peers);
  }
}

function ruleOf(client: number, { color, colorLight }: PeerCursor['owner']): string {
  return `.peer-${client}{--peer:${color};--peer-light:${colorLight}}`;
}

function decorationsOf(
  model: editor.ITextModel,
  { client, owner, anchor, head }: PeerCursor,
): editor.IModelDeltaDecoration[] {
  const caret = {
    range: rangeAt(model, head, head),
    options: {
      beforeContentClassName: `peer-caret peer-${client} peer-hue-${owner.hue}`,
      // Typing at the very place of a peer's cursor leaves it where it is.
      stickiness: 1,
    },
  };
  if (anchor === head) return [caret];
  const range = rangeAt(model, Math.min(anchor, head), Math.max(anchor, head));
  return [{ range, options: { className: `peer-selection peer-${client}` } }, caret];
}
