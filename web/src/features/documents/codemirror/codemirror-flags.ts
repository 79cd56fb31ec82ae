import type { Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, WidgetType } from '@codemirror/view';
import type { DecorationSet, EditorView, ViewUpdate } from '@codemirror/view';
import type { Cursors, PeerCursor } from '../sync/cursors/cursors.ts';
import { createPeerFlag } from '../editor/peer-flag.ts';
import type { FlagOwner } from '../editor/peer-flag.ts';

/**
 * Gives the widget a place in the line, so that the browser draws the cursor beside it; y-codemirror.next does the
 * same.
 */
export const NO_WIDTH = '\u2060';

/** Space before a flag and behind it (CSS px). */
const FLAG_MARGIN_PX = 10;

/** Shows a name in a line of code, without being part of its text. */
export class FlagWidget extends WidgetType {
  readonly #owner: FlagOwner;

  constructor(owner: FlagOwner) {
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

/** Shows the peers' names behind the end of each cursor's line in the file of a text. */
export function peerFlags(cursors: Cursors, root: string): Extension {
  const plugin = ViewPlugin.define(
    (view) => ({
      flags: flagsIn(view, cursors.peersIn(root)),
      // y-codemirror.next dispatches an update when a peer's cursor moves.
      update({ view: updated }: ViewUpdate) {
        this.flags = flagsIn(updated, cursors.peersIn(root));
      },
    }),
    { decorations: ({ flags }) => flags },
  );
  return [plugin, fitFlags];
}

/** The least space for letters of a name, and for initials (CSS px). */
const NAME_PX = 56;
const INITIALS_PX = 34;

/** Cuts a flag at the edge of the editor; if its line leaves too little space, it is initials, or hidden. */
export const fitFlags: Extension = ViewPlugin.define((view) => {
  const measure = {
    read: () => {
      const flags = view.contentDOM.querySelectorAll<HTMLElement>('.peer-flag');
      // Without flags, a key lays out nothing for them.
      const edge = flags.length === 0 ? 0 : view.scrollDOM.getBoundingClientRect().right;
      return Array.from(flags, (flag) => ({
        flag,
        space: edge - (flag.parentElement?.getBoundingClientRect().right ?? edge) - FLAG_MARGIN_PX,
      }));
    },
    write: (places: { flag: HTMLElement; space: number }[]) => {
      for (const { flag, space } of places) {
        flag.dataset['fit'] = space >= NAME_PX ? 'name' : space >= INITIALS_PX ? 'initials' : 'none';
        flag.style.maxWidth = `min(16ch, ${Math.max(0, Math.floor(space))}px)`;
      }
    },
  };
  view.requestMeasure(measure);
  return { update: (update) => update.view.requestMeasure(measure) };
});

function flagsIn({ state }: EditorView, peers: PeerCursor[]): DecorationSet {
  const flagOf = ({ owner, head }: PeerCursor) =>
    Decoration.widget({ widget: new FlagWidget(owner), side: 1 }).range(
      state.doc.lineAt(Math.min(head, state.doc.length)).to,
    );
  return Decoration.set(peers.map(flagOf), true);
}
