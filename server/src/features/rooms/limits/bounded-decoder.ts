import { Decoder } from 'socket.io-parser';
import { EVENT_PARTS_MAX, hasTooManyParts } from '../../../platform/http/limits/json-parts.ts';

/** Replaces an event that has more fields than any event of the contract. */
export const TOO_MANY_FIELDS = 'too-many-fields';
/** The head of an event in Socket.IO's encoding: type, namespace and number of the acknowledgement. */
const EVENT_HEAD = /^2(?:\/[\w-]{1,50},)?\d{0,15}(?=\[)/;

/** The head of an event or an acknowledgement with binary attachments, which no event of the contract has. */
const BINARY_HEAD = /^[56]/;

/**
 * Socket.IO's decoder with a limit on the fields of a packet. If a packet is beyond it, it is not parsed: an event is
 * emitted without its payload, any other packet closes its connection, as does a binary one.
 */
export class BoundedDecoder extends Decoder {
  override add(packet: unknown): void {
    if (typeof packet !== 'string' || BINARY_HEAD.test(packet)) throw new Error('The packet is binary.');
    if (!hasTooManyParts(packet, EVENT_PARTS_MAX)) return super.add(packet);
    const [head] = EVENT_HEAD.exec(packet) ?? [];
    if (head === undefined) throw new Error('The packet has too many fields.');
    super.add(`${head}["${TOO_MANY_FIELDS}"]`);
  }
}
