import type { editor } from 'monaco-editor';
import * as Y from 'yjs';
import type { Cursors, PeerCursor } from '../sync/cursors/cursors.ts';
import type { EditedFile } from '../sync/edited-file.ts';
import { MonacoFlags } from './monaco-flags.ts';
import { rangeAt } from './monaco-range.ts';

/**
 * Shows the peers' cursors and selections in a Monaco editor and publishes its own. The colours are in a separate style
 * sheet, because Monaco's decorations accept only class names.
 */
export class MonacoCursors {
  readonly #editor: editor.IStandaloneCodeEditor;
  readonly #file: Pick<EditedFile, 'root' | 'text'>;
  readonly #cursors: Cursors;
  readonly #flags: MonacoFlags;
  readonly #sheet = new CSSStyleSheet();
  readonly #decorations: editor.IEditorDecorationsCollection;
  readonly #cleanups: (() => void)[] = [];

  constructor(target: editor.IStandaloneCodeEditor, file: Pick<EditedFile, 'root' | 'text'>, cursors: Cursors) {
    const { text } = file;
    this.#editor = target;
    this.#file = file;
    this.#cursors = cursors;
    this.#flags = new MonacoFlags(target);
    const { awareness } = cursors;
    this.#decorations = target.createDecorationsCollection();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, this.#sheet];
    // After the event, because only then the text contains the character that moved the cursor.
    const moving = target.onDidChangeCursorSelection(() => queueMicrotask(() => this.#publish()));
    const show = () => this.#show();
    awareness.on('change', show);
    text.observe(show);
    this.#cleanups.push(
      () => moving.dispose(),
      () => awareness.off('change', show),
      () => text.unobserve(show),
      () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet)),
    );
    show();
  }

  destroy(): void {
    for (const cleanUp of this.#cleanups.splice(0)) cleanUp();
    this.#decorations.clear();
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
    const relative = (offset: number) => Y.createRelativePositionFromTypeIndex(this.#file.text, offset);
    this.#cursors.awareness.setLocalStateField('cursor', { anchor: relative(anchor), head: relative(head) });
  }

  #show(): void {
    const model = this.#editor.getModel();
    if (!model) return;
    const peers = this.#cursors.peersIn(this.#file.root);
    this.#sheet.replaceSync(peers.map(({ client, owner }) => ruleOf(client, owner)).join('\n'));
    this.#decorations.set(peers.flatMap((peer) => decorationsOf(model, peer)));
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
      // Text typed at a peer's cursor does not move it.
      stickiness: 1,
    },
  };
  if (anchor === head) return [caret];
  const range = rangeAt(model, Math.min(anchor, head), Math.max(anchor, head));
  return [{ range, options: { className: `peer-selection peer-${client}` } }, caret];
}
