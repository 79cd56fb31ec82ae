import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import * as Y from 'yjs';
import type { Cursors } from '../sync/cursors/cursors.ts';
import type { CursorState } from '../sync/cursors/cursor-state.ts';
import type { EditedFile } from '../sync/edited-file.ts';

/** Where a user is in a file: the selection and the first visible character, as indexes of its text. */
export interface FilePlace {
  anchor: number;
  head: number;
  top: number;
}

type Kept = Record<keyof FilePlace, Y.RelativePosition>;

const kept = new WeakMap<EditedFile, Kept>();

/** Keeps the place of the user in a file while another one is shown. */
export function keepPlace(file: EditedFile, { anchor, head, top }: FilePlace): void {
  const at = (index: number) => Y.createRelativePositionFromTypeIndex(file.text, Math.min(index, file.text.length));
  kept.set(file, { anchor: at(anchor), head: at(head), top: at(top) });
}

/** Returns the place that was kept for a file, moved along with the changes of its text; null if there is none. */
export function placeIn(file: EditedFile): FilePlace | null {
  const place = kept.get(file);
  if (!place) return null;
  const at = (position: Y.RelativePosition) =>
    Y.createAbsolutePositionFromRelativePosition(position, file.editing)?.index ?? 0;
  return { anchor: at(place.anchor), head: at(place.head), top: at(place.top) };
}

/** Shows peers in which file the user is, although the cursor has not moved in it yet. */
export function enterFile({ awareness }: Cursors, file: EditedFile, { anchor, head }: Omit<FilePlace, 'top'>): void {
  const { cursor } = (awareness.getLocalState() ?? {}) as CursorState;
  if ((cursor?.head.tname ?? SHARED_TEXT) === file.root) return;
  const at = (index: number) => Y.createRelativePositionFromTypeIndex(file.text, index);
  awareness.setLocalStateField('cursor', { anchor: at(anchor), head: at(head) });
}
