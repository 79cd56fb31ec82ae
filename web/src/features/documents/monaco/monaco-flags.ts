import type { editor } from 'monaco-editor';
import type { PeerCursor } from '../sync/cursors/cursors.ts';
import { createPeerFlag } from '../editor/peer-flag.ts';

/**
 * `ContentWidgetPositionPreference.EXACT`. Importing the value would load Monaco, although only its types are needed.
 */
const EXACT = 0;

interface Flag {
  head: number;
  widget: editor.IContentWidget;
}

/** Shows the peers' names in a Monaco editor, behind the end of each cursor's line. */
export class MonacoFlags {
  readonly #editor: editor.ICodeEditor;
  readonly #flags = new Map<string, Flag>();

  constructor(target: editor.ICodeEditor) {
    this.#editor = target;
  }

  /** Shows the flags of exactly these peers. */
  show(peers: PeerCursor[]): void {
    const shown = new Map(peers.map((peer) => [idOf(peer), peer]));
    for (const [id, { widget }] of this.#flags) {
      if (shown.has(id)) continue;
      this.#editor.removeContentWidget(widget);
      this.#flags.delete(id);
    }
    for (const [id, peer] of shown) this.#place(id, peer);
  }

  #place(id: string, { owner, head }: PeerCursor): void {
    const known = this.#flags.get(id);
    if (known) {
      known.head = head;
      return this.#editor.layoutContentWidget(known.widget);
    }
    const node = createPeerFlag(owner);
    const flag: Flag = {
      head,
      widget: { getId: () => id, getDomNode: () => node, getPosition: () => this.#positionOf(flag) },
    };
    this.#flags.set(id, flag);
    this.#editor.addContentWidget(flag.widget);
  }

  #positionOf({ head }: Flag): editor.IContentWidgetPosition | null {
    const model = this.#editor.getModel();
    if (!model) return null;
    const { lineNumber } = model.getPositionAt(head);
    return { position: { lineNumber, column: model.getLineMaxColumn(lineNumber) }, preference: [EXACT] };
  }
}

/** Contains name and colour, so that a change of either creates a new flag. */
const idOf = ({ client, owner: { hue, name } }: PeerCursor) => `peer-flag ${client} ${hue} ${name}`;
