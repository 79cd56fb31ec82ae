import * as Y from 'yjs';

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

// Size of a struct without its text: ids, origins, lengths.
const STRUCT_OVERHEAD_BYTES = 64;
// UTF-8 needs at most three bytes for one UTF-16 unit.
const BYTES_PER_UNIT = 3;

/**
 * Splits an update larger than `maxBytes` into several that give the same document when applied in order. The first one
 * deletes the earlier text, so that a replacement of a long text fits within the length limit. Only updates of a single
 * client are split, because pieces of several clients could depend on each other in a circle.
 */
export function splitUpdate(update: Uint8Array, maxBytes: number): Uint8Array[] {
  if (update.length <= maxBytes) return [update];
  const { structs, ds } = Y.decodeUpdate(update);
  if (new Set(structs.map((struct) => struct.id.client)).size !== 1) return [update];
  const unitsPerPiece = Math.floor((maxBytes - STRUCT_OVERHEAD_BYTES) / BYTES_PER_UNIT);
  const pieces = group(
    structs.flatMap((struct) => splitStruct(struct, unitsPerPiece)),
    maxBytes,
  );
  const [first] = structs;
  if (!first || pieces.length === 1) return [update];
  const { earlier, own } = splitDeletes(ds, first.id);
  return [
    encode([], earlier),
    ...pieces.map((piece, index) => encode(piece, index === pieces.length - 1 ? own : NO_DELETES)),
  ];
}

type Deletes = Pick<ReturnType<typeof Y.decodeUpdate>['ds'], 'clients'>;

const NO_DELETES: Deletes = { clients: new Map() };

/** Divides deletions into those of earlier text and those of the structs from `start` on. */
function splitDeletes({ clients }: Deletes, start: Y.ID): { earlier: Deletes; own: Deletes } {
  const earlier: Deletes = { clients: new Map(clients) };
  const ranges = clients.get(start.client) ?? [];
  const before = ranges
    .filter(({ clock }) => clock < start.clock)
    .map(({ clock, len }) => ({ clock, len: Math.min(len, start.clock - clock) }));
  const own = ranges
    .filter(({ clock, len }) => clock + len > start.clock)
    .map(({ clock, len }) => {
      const from = Math.max(clock, start.clock);
      return { clock: from, len: clock + len - from };
    });
  if (before.length > 0) earlier.clients.set(start.client, before);
  else earlier.clients.delete(start.client);
  return { earlier, own: { clients: new Map(own.length > 0 ? [[start.client, own]] : []) } };
}

/** Splits a long text item into consecutive ones; returns any other struct as it is. */
function splitStruct(struct: Struct, maxUnits: number): Struct[] {
  if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return [struct];
  const items: Y.Item[] = [];
  let rest = struct;
  while (rest.length > maxUnits) {
    const cut = isHighSurrogate(rest.content as Y.ContentString, maxUnits - 1) ? maxUnits - 1 : maxUnits;
    const { client, clock } = rest.id;
    // `splice` leaves the left part in place and returns the right one.
    const right = rest.content.splice(cut);
    rest.length = cut;
    items.push(rest);
    const origin = Y.createID(client, clock + cut - 1);
    rest = new Y.Item(
      Y.createID(client, clock + cut),
      null,
      origin,
      null,
      rest.rightOrigin,
      rest.parent,
      rest.parentSub,
      right,
    );
  }
  items.push(rest);
  return items;
}

function isHighSurrogate(content: Y.ContentString, at: number): boolean {
  const unit = content.str.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function weight(struct: Struct): number {
  const text =
    struct instanceof Y.Item && struct.content instanceof Y.ContentString ? struct.length * BYTES_PER_UNIT : 0;
  return text + STRUCT_OVERHEAD_BYTES;
}

function group(structs: Struct[], maxBytes: number): Struct[][] {
  const groups: Struct[][] = [];
  let current: Struct[] = [];
  let size = 0;
  for (const struct of structs) {
    if (current.length > 0 && size + weight(struct) > maxBytes) {
      groups.push(current);
      current = [];
      size = 0;
    }
    current.push(struct);
    size += weight(struct);
  }
  groups.push(current);
  return groups;
}

/** Encodes an update in format version 1: structs by client, then deletions by client. */
function encode(structs: Struct[], deletes: Deletes): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const [first] = structs;
  encoder.writeLen(first ? 1 : 0);
  if (first) {
    encoder.writeLen(structs.length);
    encoder.writeClient(first.id.client);
    encoder.writeLen(first.id.clock);
    for (const struct of structs) struct.write(encoder, 0);
  }
  encoder.writeLen(deletes.clients.size);
  for (const [client, ranges] of deletes.clients) {
    encoder.writeClient(client);
    encoder.writeLen(ranges.length);
    for (const { clock, len } of ranges) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(len);
    }
  }
  return encoder.toUint8Array();
}
