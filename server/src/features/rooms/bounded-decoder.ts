import { Decoder } from 'socket.io-parser';
import { hasTooManyStrings } from '../../platform/http/json-strings.ts';

/** The event that stands for one with more fields than any event has. */
export const TOO_MANY_FIELDS = 'too-many-fields';
/** The head of an event as Socket.IO writes it: its type, its namespace and the number of its acknowledgement. */
const EVENT_HEAD = /^2(?:\/[\w-]{1,50},)?\d{0,15}(?=\[)/;

/**
 * Socket.IO's decoder, which does not parse a packet with more fields than any event has: an event is handed on without
 * what it carries, anything else closes its connection.
 */
export class BoundedDecoder extends Decoder {
  override add(packet: unknown): void {
    if (typeof packet !== 'string' || !hasTooManyStrings(packet)) return super.add(packet);
    const [head] = EVENT_HEAD.exec(packet) ?? [];
    if (head === undefined) throw new Error('The packet has too many fields.');
    super.add(`${head}["${TOO_MANY_FIELDS}"]`);
  }
}
