import type * as Y from 'yjs';

export type Decoded = ReturnType<typeof Y.decodeUpdate>;

export type Struct = Decoded['structs'][number];

/** A piece of the item list: an item, or a part of it that the update does not split. */
export interface Piece {
  client: number;
  clock: number;
  length: number;
  origin: Y.ID | null;
  rightOrigin: Y.ID | null;
  /** The next piece; undefined while it is the one after `item`. */
  right: Piece | null | undefined;
  item: Y.Item | null;
  /** True if it was garbage collected and has no place in the list any more. */
  isCollected: boolean;
  /** The text that it belongs to: a Yjs type, or the name of a text that the document does not have yet. */
  parent: Parent;
}

export type Parent = Y.Item['parent'];

/** The structs of one writer in an update, and the index of the next one to integrate. */
export interface Part {
  structs: Struct[];
  next: number;
}

/** The parts of a document that an update can affect. */
export interface List {
  store: Y.Doc['store'];
  /** The texts by name. */
  share: Y.Doc['share'];
}

export const COLLECTED: Piece = {
  client: 0,
  clock: 0,
  length: Infinity,
  origin: null,
  rightOrigin: null,
  right: null,
  item: null,
  isCollected: true,
  parent: null,
};

export function nextOf(parts: ReadonlyMap<number, Part>, client: number): Struct | undefined {
  const part = parts.get(client);
  return part?.structs[part.next++];
}

export function indexAt(pieces: Piece[], clock: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.clock ?? 0) <= clock) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function isSame(a: Y.ID | null, b: Y.ID | null): boolean {
  return a === b || (a !== null && b !== null && a.client === b.client && a.clock === b.clock);
}
