import { PACKET_MAX_BYTES } from '@cip/contracts/rooms';

/** Largest POST of a polling connection in no room, in bytes: a handshake and a subscription with their tokens fit. */
const UNJOINED_POST_MAX_BYTES = 16 * 1024;
/** Packets in one POST: half the burst of a connection, and far more than a client queues between two of its POSTs. */
const POST_MAX_PACKETS = 1_000;
const SEPARATOR = '\u001e';

interface Transport {
  name: string;
}

/**
 * Bounds what a POST of a polling connection costs: its size until the connection is in a room, and its packets always,
 * since Engine.IO splits a POST into all its packets before it hands over the first.
 */
export function boundPolling(transport: Transport): void {
  if (transport.name !== 'polling') return;
  Reflect.set(transport, 'maxHttpBufferSize', UNJOINED_POST_MAX_BYTES);
  const parser: unknown = Reflect.get(transport, 'parser');
  const decode: unknown = parser instanceof Object ? Reflect.get(parser, 'decodePayload') : undefined;
  if (!(parser instanceof Object) || !(decode instanceof Function)) return;
  const decodePayload = (payload: unknown, ...rest: unknown[]): unknown =>
    hasTooManyPackets(payload) ? [{ type: 'error', data: 'parser error' }] : decode(payload, ...rest);
  Reflect.set(transport, 'parser', { ...parser, decodePayload });
}

/** Lets a polling connection that is in a room send packets of full size. */
export function widenPolling(transport: Transport): void {
  if (transport.name === 'polling') Reflect.set(transport, 'maxHttpBufferSize', PACKET_MAX_BYTES);
}

function hasTooManyPackets(payload: unknown): boolean {
  if (typeof payload !== 'string') return false;
  let packets = 1;
  for (let at = payload.indexOf(SEPARATOR); at !== -1; at = payload.indexOf(SEPARATOR, at + 1))
    if (++packets > POST_MAX_PACKETS) return true;
  return false;
}
