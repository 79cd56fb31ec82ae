import * as Y from 'yjs';

/** The number of a writer's next character. */
type ClockOf = (client: number) => number;

/**
 * Of an update the parts that a document lacks and that connect to it, as an update: what lies between where each
 * writer is in the document and where they may be taken to, and the deletions of what is there then.
 */
export function connectedPart(
  { structs, ds }: ReturnType<typeof Y.decodeUpdate>,
  { known, connected }: { known: ClockOf; connected: ClockOf },
): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const taken = structs.filter(({ id: { client, clock }, length }) => {
    const end = clock + length;
    return end > known(client) && end <= connected(client);
  });
  // Writers stay in the order they came in: whoever merges updates counts on it.
  const parts = Map.groupBy(taken, ({ id }) => id.client);
  encoder.writeLen(parts.size);
  for (const [client, part] of parts) {
    encoder.writeLen(part.length);
    encoder.writeClient(client);
    encoder.writeLen(part[0]?.id.clock ?? 0);
    for (const struct of part) struct.write(encoder, 0);
  }
  writeDeletions(encoder, ds, connected);
  return encoder.toUint8Array();
}

function writeDeletions(
  encoder: Y.UpdateEncoderV1,
  { clients }: ReturnType<typeof Y.decodeUpdate>['ds'],
  connected: ClockOf,
): void {
  const there = [...clients].flatMap(([client, ranges]) => {
    const inside = ranges.filter(({ clock }) => clock < connected(client));
    return inside.length > 0 ? [{ client, inside }] : [];
  });
  encoder.writeLen(there.length);
  for (const { client, inside } of there) {
    encoder.writeClient(client);
    encoder.writeLen(inside.length);
    for (const { clock, len } of inside) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(Math.min(len, connected(client) - clock));
    }
  }
}
