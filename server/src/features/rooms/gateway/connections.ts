import type { ConnectionLimits } from '../limits/connection-limits.ts';
import { limitPolling } from '../limits/polling-limits.ts';
import type { RoomLimits } from '../limits/room-limits.ts';
import { endDeadReaders, isClosing, trackResponses } from '../limits/unread-bytes.ts';
import { sendInOneWrite, type OutgoingPacket } from './one-write.ts';
import type { RoomServer, RoomSocket } from './socket.ts';

type Connection = RoomSocket['conn'];

/** Limits the packets and the unread bytes of this node's connections. Returns a function that stops the latter. */
export function limitConnections(io: RoomServer, limits: ConnectionLimits, roomLimits: RoomLimits): () => void {
  io.engine.on('connection', (connection: Connection) => {
    connection.on('packetCreate', encodePacket);
    trackResponses(connection);
    limits.trackOpen(connection);
    limitPolling(connection.transport);
    roomLimits.watchConnection(connection);
  });
  return endDeadReaders(() => connectionsOf(io));
}

/**
 * Encodes a packet, unless its WebSocket closes: Engine.IO sends an encoded frame even after the close frame, and the
 * page gets an error. `ws` refuses a packet that is not encoded.
 */
function encodePacket(this: Connection, packet: OutgoingPacket): void {
  if (isClosing(this)) packet.options = { ...packet.options, wsPreEncodedFrame: undefined };
  else sendInOneWrite(packet);
}

/** Returns the Engine.IO connections of this node, also those without a socket; their table has no type. */
function connectionsOf(io: RoomServer): Connection[] {
  return Object.values(Reflect.get(io.engine, 'clients') as Record<string, Connection>);
}
