import * as Y from 'yjs';

type Decoded = ReturnType<typeof Y.decodeUpdate>;
type Struct = Decoded['structs'][number];

/** A stretch of a document's list: an item, or the part of one that an update leaves whole. */
interface Piece {
  client: number;
  clock: number;
  length: number;
  origin: Y.ID | null;
  rightOrigin: Y.ID | null;
  /** What follows in the list; undefined while that is what follows `item`. */
  right: Piece | null | undefined;
  item: Y.Item | null;
  /** Its text is gone for good, and so is its place in the list. */
  isGone: boolean;
}

/** One writer's structs of an update, and the next that is to be integrated. */
interface Part {
  structs: Struct[];
  next: number;
}

/** A document as far as an update can meet it. */
interface List {
  store: Y.Doc['store'];
  /** The first item of the text. */
  start: Y.Item | null;
}

/**
 * Counts the items that Yjs passes while it integrates an update: it does as `Item.integrate` does, on pieces laid over
 * the document, which stays as it is. Yjs passes every item that was put at the same place at the same time, so a few
 * thousand bytes can cost it minutes. Returns the count, or Infinity as soon as it is more than `limit`.
 */
export function integrationCost(list: List, { structs }: Pick<Decoded, 'structs'>, limit: number): number {
  return new Integration(list, limit).run(structs);
}

class Integration {
  readonly #list: List;
  readonly #limit: number;
  /** The pieces of items that were met, in order. */
  readonly #met = new Map<Y.Item, Piece[]>();
  /** The update's own pieces by writer, in order. */
  readonly #fresh = new Map<number, Piece[]>();
  #start: Piece | null | undefined;
  #passed = 0;

  constructor(list: List, limit: number) {
    this.#list = list;
    this.#limit = limit;
  }

  // In the order of Yjs: the highest writer first, and what a struct builds on before it.
  run(structs: Struct[]): number {
    const parts = new Map<number, Part>();
    for (const [client, own] of Map.groupBy(structs, ({ id }) => id.client))
      parts.set(client, { structs: own, next: 0 });
    for (const client of [...parts.keys()].toSorted((a, b) => b - a))
      for (let next = nextOf(parts, client); next; next = nextOf(parts, client)) {
        if (!this.#integrateWithGround(next, parts)) return this.#passed;
        if (this.#passed > this.#limit) return Infinity;
      }
    return this.#passed;
  }

  /** Integrates a struct after what it builds on. False when that is nowhere; Yjs puts such structs aside. */
  #integrateWithGround(first: Struct, parts: ReadonlyMap<number, Part>): boolean {
    const waiting = [first];
    for (let struct = waiting.at(-1); struct && this.#passed <= this.#limit; struct = waiting.at(-1)) {
      if (struct.id.clock > this.#stateOf(struct.id.client)) return false;
      const missing = this.#missingFor(struct);
      if (missing === null) {
        this.#take(struct);
        waiting.pop();
        continue;
      }
      const ground = nextOf(parts, missing);
      if (!ground) return false;
      waiting.push(ground);
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

  #take(struct: Struct): void {
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
      isGone: true,
    };
    if (struct instanceof Y.Item) {
      piece.origin = known > 0 ? Y.createID(client, clock - 1) : struct.origin;
      piece.rightOrigin = struct.rightOrigin;
      this.#place(piece);
    }
    const own = this.#fresh.get(client);
    if (own) own.push(piece);
    else this.#fresh.set(client, [piece]);
  }

  // `Item.integrate`, with its names for what it remembers.
  #place(piece: Piece): void {
    const { origin, rightOrigin } = piece;
    const left = origin && this.#endingAt(origin);
    const right = rightOrigin && this.#startingAt(rightOrigin);
    if (left?.isGone || right?.isGone) return;
    piece.isGone = false;
    const beforeOrigin = new Set<Piece>();
    const conflicting = new Set<Piece>();
    let after = left;
    for (let other = this.#after(left); other && other !== right; other = this.#after(other)) {
      if (++this.#passed > this.#limit) return;
      beforeOrigin.add(other);
      conflicting.add(other);
      if (isSame(origin, other.origin)) {
        if (other.client >= piece.client) {
          if (isSame(rightOrigin, other.rightOrigin)) break;
          continue;
        }
      } else {
        const ground = other.origin && this.#find(other.origin);
        if (!ground || !beforeOrigin.has(ground)) break;
        if (conflicting.has(ground)) continue;
      }
      after = other;
      conflicting.clear();
    }
    piece.right = this.#after(after);
    if (after) after.right = piece;
    else this.#start = piece;
  }

  #after(piece: Piece | null): Piece | null {
    if (piece === null) return (this.#start ??= this.#firstOf(this.#list.start));
    return (piece.right ??= piece.right === undefined ? this.#firstOf(piece.item?.right ?? null) : null);
  }

  #firstOf(item: Y.Item | null): Piece | null {
    return item && (this.#piecesOf(item)[0] ?? null);
  }

  #piecesOf(item: Y.Item): Piece[] {
    const known = this.#met.get(item);
    if (known) return known;
    const { origin, rightOrigin, length } = item;
    const { client, clock } = item.id;
    const pieces = [{ client, clock, length, origin, rightOrigin, right: undefined, item, isGone: false }];
    this.#met.set(item, pieces);
    return pieces;
  }

  /** The pieces among which a place is. */
  #around({ client, clock }: Y.ID): Piece[] {
    const fresh = this.#fresh.get(client);
    const [first] = fresh ?? [];
    if (fresh && first && clock >= first.clock) return fresh;
    const struct = Y.getItem(this.#list.store, Y.createID(client, clock));
    return struct instanceof Y.Item ? this.#piecesOf(struct) : [GONE];
  }

  #find(id: Y.ID): Piece {
    const pieces = this.#around(id);
    return pieces[indexAt(pieces, id.clock)] ?? GONE;
  }

  #endingAt(id: Y.ID): Piece {
    const piece = this.#find(id);
    if (!piece.isGone && id.clock < piece.clock + piece.length - 1) this.#cut(piece, id.clock + 1);
    return piece;
  }

  #startingAt(id: Y.ID): Piece {
    const piece = this.#find(id);
    return piece.isGone || piece.clock === id.clock ? piece : this.#cut(piece, id.clock);
  }

  #cut(piece: Piece, clock: number): Piece {
    const { client, rightOrigin, right, item } = piece;
    const pieces = this.#around(piece);
    const length = piece.clock + piece.length - clock;
    const rest: Piece = {
      client,
      clock,
      length,
      origin: Y.createID(client, clock - 1),
      rightOrigin,
      right,
      item,
      isGone: false,
    };
    pieces.splice(indexAt(pieces, piece.clock) + 1, 0, rest);
    piece.length -= length;
    piece.right = rest;
    return rest;
  }
}

const GONE: Piece = {
  client: 0,
  clock: 0,
  length: Infinity,
  origin: null,
  rightOrigin: null,
  right: null,
  item: null,
  isGone: true,
};

function nextOf(parts: ReadonlyMap<number, Part>, client: number): Struct | undefined {
  const part = parts.get(client);
  return part?.structs[part.next++];
}

function indexAt(pieces: Piece[], clock: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.clock ?? 0) <= clock) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isSame(a: Y.ID | null, b: Y.ID | null): boolean {
  return a === b || (a !== null && b !== null && a.client === b.client && a.clock === b.clock);
}
