import * as Y from 'yjs';
import { nextOf, isSame, COLLECTED, indexAt } from './structs.ts';
import type { List, Decoded, Piece, Parent, Struct, Part } from './structs.ts';

/**
 * Returns how many items Yjs scans while it integrates an update, or Infinity as soon as that exceeds `limit`. It
 * follows `Item.integrate` on pieces laid over the document, which stays unchanged. Yjs can need minutes for a few
 * thousand bytes, because it scans every item that was inserted at the same place concurrently.
 */
export function integrationCost(list: List, { structs }: Pick<Decoded, 'structs'>, limit: number): number {
  return new Integration(list, limit).run(structs);
}

class Integration {
  readonly #list: List;
  readonly #limit: number;
  /** The pieces of the items visited so far, in order. */
  readonly #visited = new Map<Y.Item, Piece[]>();
  /** The pieces of the update by writer, in order. */
  readonly #fresh = new Map<number, Piece[]>();
  /** The first piece of each text. */
  readonly #starts = new Map<Parent, Piece | null>();
  #scanned = 0;

  constructor(list: List, limit: number) {
    this.#list = list;
    this.#limit = limit;
  }

  // The integration order of Yjs: the highest writer first, dependencies of a struct before it.
  run(structs: Struct[]): number {
    // Yjs writes no struct without a length; it would integrate one as new although its clock is known.
    if (structs.some(({ length }) => length === 0)) return Infinity;
    const parts = new Map<number, Part>();
    for (const [client, own] of Map.groupBy(structs, ({ id }) => id.client))
      parts.set(client, { structs: own, next: 0 });
    for (const client of [...parts.keys()].toSorted((a, b) => b - a))
      for (let next = nextOf(parts, client); next; next = nextOf(parts, client)) {
        if (!this.#integrateWithDependencies(next, parts)) return this.#scanned;
        if (this.#scanned > this.#limit) return Infinity;
      }
    return this.#scanned;
  }

  /**
   * Integrates a struct after its dependencies. Returns false if one is missing everywhere; Yjs keeps such structs
   * pending.
   */
  #integrateWithDependencies(first: Struct, parts: ReadonlyMap<number, Part>): boolean {
    const waiting = [first];
    for (let struct = waiting.at(-1); struct && this.#scanned <= this.#limit; struct = waiting.at(-1)) {
      if (struct.id.clock > this.#stateOf(struct.id.client)) return false;
      const missing = this.#missingFor(struct);
      if (missing === null) {
        this.#integrate(struct);
        waiting.pop();
        continue;
      }
      const dependency = nextOf(parts, missing);
      if (!dependency) return false;
      waiting.push(dependency);
    }
    return true;
  }

  #missingFor(struct: Struct): number | null {
    if (!(struct instanceof Y.Item)) return null;
    const isMissing = (link: Y.ID | null) =>
      link !== null && link.client !== struct.id.client && link.clock >= this.#stateOf(link.client);
    if (struct.origin && isMissing(struct.origin)) return struct.origin.client;
    return struct.rightOrigin && isMissing(struct.rightOrigin) ? struct.rightOrigin.client : null;
  }

  #stateOf(client: number): number {
    const last = this.#fresh.get(client)?.at(-1);
    return last ? last.clock + last.length : Y.getState(this.#list.store, client);
  }

  #integrate(struct: Struct): void {
    const { client } = struct.id;
    const known = this.#stateOf(client) - struct.id.clock;
    if (known >= struct.length) return;
    const clock = struct.id.clock + known;
    const piece: Piece = {
      client,
      clock,
      length: struct.length - known,
      origin: null,
      rightOrigin: null,
      right: null,
      item: null,
      isCollected: true,
      parent: null,
    };
    if (struct instanceof Y.Item) {
      piece.parent = this.#parentOf(struct);
      piece.origin = known > 0 ? Y.createID(client, clock - 1) : struct.origin;
      piece.rightOrigin = struct.rightOrigin;
      this.#place(piece);
    }
    const own = this.#fresh.get(client);
    if (own) own.push(piece);
    else this.#fresh.set(client, [piece]);
  }

  /** Returns the text that an item names; null if its neighbours tell. */
  #parentOf({ parent }: Y.Item): Parent {
    const name: unknown = parent;
    return typeof name === 'string' ? (this.#list.share.get(name) ?? (name as unknown as Parent)) : null;
  }

  // As `Item.integrate`, with its variable names.
  #place(piece: Piece): void {
    const { origin, rightOrigin } = piece;
    const left = origin && this.#endingAt(origin);
    const right = rightOrigin && this.#startingAt(rightOrigin);
    if (left?.isCollected || right?.isCollected) return;
    piece.isCollected = false;
    // As Yjs does with neighbours in two texts: the left one decides.
    const parent = left?.parent ?? right?.parent ?? piece.parent;
    piece.parent = parent;
    const beforeOrigin = new Set<Piece>();
    const conflicting = new Set<Piece>();
    let after = left;
    for (let other = this.#after(left, parent); other && other !== right; other = this.#after(other, parent)) {
      if (++this.#scanned > this.#limit) return;
      beforeOrigin.add(other);
      conflicting.add(other);
      if (isSame(origin, other.origin)) {
        if (other.client >= piece.client) {
          if (isSame(rightOrigin, other.rightOrigin)) break;
          continue;
        }
      } else {
        const otherOrigin = other.origin && this.#find(other.origin);
        if (!otherOrigin || !beforeOrigin.has(otherOrigin)) break;
        if (conflicting.has(otherOrigin)) continue;
      }
      after = other;
      conflicting.clear();
    }
    piece.right = this.#after(after, parent);
    if (after) after.right = piece;
    else this.#starts.set(parent, piece);
  }

  /** Returns the piece after another one, or the first piece of a text. */
  #after(piece: Piece | null, parent: Parent): Piece | null {
    if (piece === null) {
      const known = this.#starts.get(parent);
      if (known) return known;
      return parent instanceof Y.AbstractType ? this.#firstOf(parent._start) : null;
    }
    return (piece.right ??= piece.right === undefined ? this.#firstOf(piece.item?.right ?? null) : null);
  }

  #firstOf(item: Y.Item | null): Piece | null {
    return item && (this.#piecesOf(item)[0] ?? null);
  }

  #piecesOf(item: Y.Item): Piece[] {
    const known = this.#visited.get(item);
    if (known) return known;
    const { origin, rightOrigin, length, parent } = item;
    const { client, clock } = item.id;
    const pieces = [{ client, clock, length, origin, rightOrigin, right: undefined, item, isCollected: false, parent }];
    this.#visited.set(item, pieces);
    return pieces;
  }

  /** Returns the pieces of the item that contains a position. */
  #piecesAround({ client, clock }: Y.ID): Piece[] {
    const fresh = this.#fresh.get(client);
    const [first] = fresh ?? [];
    if (fresh && first && clock >= first.clock) return fresh;
    const struct = Y.getItem(this.#list.store, Y.createID(client, clock));
    return struct instanceof Y.Item ? this.#piecesOf(struct) : [COLLECTED];
  }

  #find(id: Y.ID): Piece {
    const pieces = this.#piecesAround(id);
    return pieces[indexAt(pieces, id.clock)] ?? COLLECTED;
  }

  #endingAt(id: Y.ID): Piece {
    const piece = this.#find(id);
    if (!piece.isCollected && id.clock < piece.clock + piece.length - 1) this.#cut(piece, id.clock + 1);
    return piece;
  }

  #startingAt(id: Y.ID): Piece {
    const piece = this.#find(id);
    return piece.isCollected || piece.clock === id.clock ? piece : this.#cut(piece, id.clock);
  }

  #cut(piece: Piece, clock: number): Piece {
    const { client, rightOrigin, right, item, parent } = piece;
    const pieces = this.#piecesAround(piece);
    const length = piece.clock + piece.length - clock;
    const rest: Piece = {
      client,
      clock,
      length,
      origin: Y.createID(client, clock - 1),
      rightOrigin,
      right,
      item,
      isCollected: false,
      parent,
    };
    pieces.splice(indexAt(pieces, piece.clock) + 1, 0, rest);
    piece.length -= length;
    piece.right = rest;
    return rest;
  }
}
