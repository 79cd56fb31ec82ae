import type { Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, WidgetType } from '@codemirror/view';
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view';
import type { CursorOwner } from '../sync/cursors/cursor-state.ts';
import type { Cursors, PeerCursor } from '../sync/cursors/cursors.ts';
import { createPeerFlag } from '../editor/peer-flag.ts';

/**
 * Gives the widget a place in the line, so that the browser draws the cursor beside it; y-codemirror.next does the
 * same.
 */
export const NO_WIDTH = '\u2060';

class FlagWidget extends WidgetType {
  readonly #owner: CursorOwner;

  constructor(owner: CursorOwner) {
    super();
    this.#owner = owner;
  }

  override eq(other: FlagWidget): boolean {
    return other.#owner.hue === this.#owner.hue && other.#owner.name === this.#owner.name;
  }

  override toDOM(): HTMLElement {
    const place = document.createElement('span');
    place.append(NO_WIDTH, createPeerFlag(this.#owner));
    return place;
  }
}

/** Shows the peers' names behind the end of each cursor's line. */
export function peerFlags(cursors: Cursors): Extension {
  return ViewPlugin.define(
    (view) => ({
      flags: flagsIn(view, cursors),
      // y-codemirror.next dispatches an update when a peer's cursor moves.
      update({ view: updated }: ViewUpdate) {
        this.flags = flagsIn(updated, cursors);
      },
    }),
    { decorations: ({ flags }) => flags },
  );
}

function flagsIn({ state }: EditorView, cursors: Cursors): DecorationSet {
  const flagOf = ({ owner, head }: PeerCursor) =>
    Decoration.widget({ widget: new FlagWidget(owner), side: 1 }).range(
      state.doc.lineAt(Math.min(head, state.doc.length)).to,
    );
  return Decoration.set(cursors.peers().map(flagOf), true);
}
