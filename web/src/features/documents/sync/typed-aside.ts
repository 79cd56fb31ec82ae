import { cleanCode } from '@cip/contracts/rooms/code-text';
import * as Y from 'yjs';
import type { EditedFile } from './edited-file.ts';
import { isLengthAllowed, lengthOfAll, showTooLong } from './edits/length-limit.ts';
import { editForUser } from './edits/replace-from.ts';
import type { TypingGate } from './typing-gate.ts';

/** The place of a text: the selection that it replaces, or the cursor. */
export interface Place {
  from: number;
  to: number;
}

/**
 * Text that was typed while the editor was read-only, and its place in the document. It is not part of the document
 * until its user wants it there or the connection is back.
 */
export class TypedAside {
  readonly text: string;
  readonly #root: string;
  readonly #from: Y.RelativePosition;
  readonly #to: Y.RelativePosition;

  constructor({ root, text }: EditedFile, typed: string, { from, to }: Place) {
    this.#root = root;
    this.text = cleanCode(typed);
    const last = text.length;
    this.#from = Y.createRelativePositionFromTypeIndex(text, Math.min(from, last));
    this.#to = Y.createRelativePositionFromTypeIndex(text, Math.min(Math.max(from, to), last));
  }

  /**
   * Puts the text into the document as one edit of its user. Returns the index behind it; null if it would be too long.
   */
  insertInto(gate: TypingGate): number | null {
    const file = gate.file(this.#root);
    const { from, to } = this.#placeIn(gate.editing);
    const before = lengthOfAll(gate.editing);
    const length = before - (to - from) + this.text.length;
    if (!isLengthAllowed(length, before)) {
      showTooLong(length, gate.editing);
      return null;
    }
    if (this.text !== '') editForUser(file, () => this.#write(file.text, { from, to }));
    return from + this.text.length;
  }

  /**
   * Returns the edit that `insertInto` would make, as an update of this participant for the disk; null if there is no
   * text.
   */
  asUpdate({ editing }: TypingGate): Uint8Array | null {
    if (this.text === '') return null;
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(editing));
    copy.clientID = editing.clientID;
    const before = Y.encodeStateVector(copy);
    this.#write(copy.getText(this.#root), this.#placeIn(copy));
    const update = Y.encodeStateAsUpdate(copy, before);
    copy.destroy();
    return update;
  }

  #write(text: Y.Text, { from, to }: Place): void {
    if (to > from) text.delete(from, to - from);
    text.insert(from, this.text);
  }

  #placeIn(doc: Y.Doc): Place {
    const last = doc.getText(this.#root).length;
    const from = Y.createAbsolutePositionFromRelativePosition(this.#from, doc)?.index ?? last;
    const to = Y.createAbsolutePositionFromRelativePosition(this.#to, doc)?.index ?? last;
    return { from, to: Math.max(from, to) };
  }
}
