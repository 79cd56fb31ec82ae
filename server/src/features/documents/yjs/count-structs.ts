import * as Y from 'yjs';

type Decoded = ReturnType<typeof Y.decodeUpdate>;

/** Returns how many items and gaps a document has. */
export function countStructs({ store }: Y.Doc): number {
  let count = 0;
  for (const structs of store.clients.values()) count += structs.length;
  return count;
}

/** Returns how many of the structs a document lacks. */
export function countNewStructs({ store }: Y.Doc, structs: Decoded['structs']): number {
  let count = 0;
  for (const { id, length } of structs) if (id.clock + length > Y.getState(store, id.client)) count++;
  return count;
}

/**
 * Returns how many items of a document an update splits, and how many entries of Yjs' lists move for that at most. Many
 * splits of one long item take quadratic time, because each inserts into the list of its writer.
 */
export function countSplits(doc: Y.Doc, { structs, ds }: Decoded): { splits: number; moves: number } {
  const cuts = new Map<number, { highest: number; count: number }>();
  let [splits, moves] = [0, 0];
  const cut = (client: number, clock: number): void => {
    const known = doc.store.clients.get(client);
    if (!known || clock <= 0 || clock >= Y.getState(doc.store, client)) return;
    const index = Y.findIndexSS(known, clock);
    if (known[index]?.id.clock === clock) return;
    const { highest, count } = cuts.get(client) ?? { highest: 0, count: 0 };
    splits++;
    moves += known.length - index + (clock < highest ? count : 0);
    cuts.set(client, { highest: Math.max(highest, clock), count: count + 1 });
  };
  for (const struct of structs) {
    if (!(struct instanceof Y.Item)) continue;
    if (struct.origin) cut(struct.origin.client, struct.origin.clock + 1);
    if (struct.rightOrigin) cut(struct.rightOrigin.client, struct.rightOrigin.clock);
  }
  for (const [client, ranges] of ds.clients)
    for (const { clock, len } of ranges) {
      cut(client, clock);
      cut(client, clock + len);
    }
  return { splits, moves };
}

/** Returns how many items deletions walk over: Yjs walks over all items of a range, deleted ones included. */
export function countDeletionSteps({ store }: Y.Doc, { ds }: Decoded): number {
  let steps = 0;
  for (const [client, ranges] of ds.clients) {
    const structs = store.clients.get(client) ?? [];
    const end = Y.getState(store, client);
    const indexOf = (clock: number) => (clock < end ? Y.findIndexSS(structs, clock) : structs.length);
    for (const { clock, len } of ranges) steps += indexOf(clock + len) - indexOf(clock);
  }
  return steps;
}
