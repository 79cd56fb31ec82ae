import * as Y from 'yjs';

/** Returns the next clock of a writer. */
type ClockOf = (client: number) => number;

/**
 * Returns the part of an update that the document lacks and can integrate: the structs between the current clock of
 * each writer and the clock in `integrable`, and the deletions of text that exists then.
 */
export function integrablePart(
  { structs, ds }: ReturnType<typeof Y.decodeUpdate>,
  { known, integrable }: { known: ClockOf; integrable: ClockOf },
): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  const included = structs.filter(({ id: { client, clock }, length }) => {
    const end = clock + length;
    return end > known(client) && end <= integrable(client);
  });
  // Keeps the order of writers, because Y.mergeUpdates relies on it.
  const parts = Map.groupBy(included, ({ id }) => id.client);
  encoder.writeLen(parts.size);
  for (const [client, part] of parts) {
    encoder.writeLen(part.length);
    encoder.writeClient(client);
    encoder.writeLen(part[0]?.id.clock ?? 0);
    for (const struct of part) struct.write(encoder, 0);
  }
  writeDeletions(encoder, ds, integrable);
  return encoder.toUint8Array();
}

function writeDeletions(
  encoder: Y.UpdateEncoderV1,
  { clients }: ReturnType<typeof Y.decodeUpdate>['ds'],
  integrable: ClockOf,
): void {
  const existing = [...clients].flatMap(([client, ranges]) => {
    const inside = ranges.filter(({ clock }) => clock < integrable(client));
    return inside.length > 0 ? [{ client, inside }] : [];
  });
  encoder.writeLen(existing.length);
  for (const { client, inside } of existing) {
    encoder.writeClient(client);
    encoder.writeLen(inside.length);
    for (const { clock, len } of inside) {
      encoder.writeDsClock(clock);
      encoder.writeDsLen(Math.min(len, integrable(client) - clock));
    }
  }
}
