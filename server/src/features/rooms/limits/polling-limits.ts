import { PACKET_MAX_BYTES } from '@cip/contracts/rooms/rooms';

/** Largest POST of a polling connection outside a room, in bytes: a handshake and a subscription with tokens fit. */
const UNJOINED_POST_MAX_BYTES = 16 * 1024;
/** Packets in one POST: half the burst of a connection, and far more than a client queues between two POSTs. */
const POST_MAX_PACKETS = 1_000;
const SEPARATOR = '\u001e';

interface Transport {
  name: string;
}

/**
 * Limits the POSTs of a polling connection: their size until the connection joins a room, and always their number of
 * packets, because Engine.IO decodes all packets of a POST before it emits the first.
 */
export function limitPolling(transport: Transport): void {
  if (transport.name !== 'polling') return;
  Reflect.set(transport, 'maxHttpBufferSize', UNJOINED_POST_MAX_BYTES);
  const parser: unknown = Reflect.get(transport, 'parser');
  const decode: unknown = parser instanceof Object ? Reflect.get(parser, 'decodePayload') : undefined;
  if (!(parser instanceof Object) || !(decode instanceof Function)) return;
  const decodePayload = (payload: unknown, ...rest: unknown[]): unknown =>
    hasTooManyPackets(payload) ? [{ type: 'error', data: 'parser error' }] : decode(payload, ...rest);
  Reflect.set(transport, 'parser', { ...parser, decodePayload });
}

/** Allows a polling connection that joined a room to send packets of the full size. */
export function liftPollingLimit(transport: Transport): void {
  if (transport.name === 'polling') Reflect.set(transport, 'maxHttpBufferSize', PACKET_MAX_BYTES);
}

function hasTooManyPackets(payload: unknown): boolean {
  if (typeof payload !== 'string') return false;
  let packets = 1;
  for (let at = payload.indexOf(SEPARATOR); at !== -1; at = payload.indexOf(SEPARATOR, at + 1))
    if (++packets > POST_MAX_PACKETS) return true;
  return false;
}
