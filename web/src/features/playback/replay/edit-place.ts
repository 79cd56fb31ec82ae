import * as Y from 'yjs';
import type { TextChange } from './text-change.ts';

/** Items that are searched to the right of a change, because the last place is rarely further away. */
const RIGHT_STEPS = 64;

/** A place in the text: an item, and the characters before it. */
interface Place {
  item: Y.Item;
  index: number;
}

/**
 * Finds the change of a single key in a text, from the place of the change before, because Yjs itself walks through the
 * whole text for each change, which takes minutes for a long recording.
 */
export class EditPlace {
  /** The last changed item and the characters before it; null if they are unknown. */
  #last: { id: Y.ID; index: number } | null = null;

  /** Returns the change if the transaction inserted or deleted one item; otherwise null. */
  changeOf({ transaction }: Y.YTextEvent): TextChange[] | null {
    const [inserted, deleted] = [insertedItem(transaction), deletedItem(transaction)];
    const known = this.#resolve(transaction.doc, deleted);
    this.#last = null;
    if (inserted === undefined || deleted === undefined) return null;
    const item = inserted ?? deleted;
    if (!item || (inserted && deleted) || !(item.content instanceof Y.ContentString)) return null;
    const index = indexOf(item, known, deleted ? item.length : 0);
    this.#last = { id: item.id, index };
    return [deleted ? [index, item.length, ''] : [index, 0, item.content.str]];
  }

  /** Returns the last place as it was before the transaction, because Yjs merges and divides items. */
  #resolve(doc: Y.Doc, deleted: Y.Item | null | undefined): Place | null {
    if (!this.#last) return null;
    const { id, index } = this.#last;
    const item: unknown = Y.getItem(doc.store, id);
    if (!(item instanceof Y.Item)) return null;
    const wasVisible = !item.deleted || item === deleted;
    return { item, index: wasVisible ? index - (id.clock - item.id.clock) : index };
  }
}

/** Returns the one item that a transaction inserted, null if there is none, and undefined for anything else. */
function insertedItem({ doc, beforeState, afterState }: Y.Transaction): Y.Item | null | undefined {
  const clients = [...afterState].filter(([client, clock]) => clock > (beforeState.get(client) ?? 0));
  const [first, second] = clients;
  if (!first) return null;
  const [client, clock] = first;
  const from = beforeState.get(client) ?? 0;
  const item = itemAt(doc, client, from, clock - from);
  return second || !item || item.deleted ? undefined : item;
}

/** The same for the one item that it deleted. */
function deletedItem({ doc, deleteSet }: Y.Transaction): Y.Item | null | undefined {
  const ranges = [...deleteSet.clients].flatMap(([client, items]) => items.map((range) => ({ client, ...range })));
  const [first, second] = ranges;
  if (!first) return null;
  return second ? undefined : (itemAt(doc, first.client, first.clock, first.len) ?? undefined);
}

/** Returns the item that has exactly these clocks of a client. */
function itemAt({ store }: Y.Doc, client: number, clock: number, length: number): Y.Item | null {
  const structs = store.clients.get(client) ?? [];
  const struct = structs[Y.findIndexSS(structs, clock)];
  return struct instanceof Y.Item && struct.id.clock === clock && struct.length === length ? struct : null;
}

const visibleLength = (item: Y.Item) => (item.deleted || !item.countable ? 0 : item.length);

/** Returns the characters before an item, of which the transaction removed `removed` with the item itself. */
function indexOf(item: Y.Item, known: Place | null, removed: number): number {
  if (known?.item === item) return known.index;
  return fromRight(item, known, removed) ?? fromLeft(item, known);
}

function fromRight({ right }: Y.Item, known: Place | null, removed: number): number | null {
  let between = removed;
  for (let [next, step] = [right, 0]; known && next && step < RIGHT_STEPS; next = next.right, step++) {
    if (next === known.item) return known.index - between;
    between += visibleLength(next);
  }
  return null;
}

function fromLeft({ left }: Y.Item, known: Place | null): number {
  let before = 0;
  for (let next = left; next; next = next.left) {
    before += visibleLength(next);
    if (next === known?.item) return known.index + before;
  }
  return before;
}
