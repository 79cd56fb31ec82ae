import type { Server as HttpServer } from 'node:http';
import { AUTHENTICATE_WITHIN_MS, PACKET_MAX_BYTES, ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { Server } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import { socketAdapter } from '../../../platform/redis/socket-adapter.ts';
import { AdmissionSync } from '../entering/sync-admissions.ts';
import { roomEvents } from '../events/rooms.events.ts';
import type { RegisteredEvent } from '../events/socket-events.ts';
import { BoundedDecoder } from '../limits/bounded-decoder.ts';
import { ConnectionLimits } from '../limits/connection-limits.ts';
import { RoomLimits } from '../limits/room-limits.ts';
import type { LiveRooms } from '../live-rooms.ts';
import type { RoomCaller } from '../room-member.ts';
import { closeEndedRooms, roomJobs } from '../rooms.jobs.ts';
import { admissionSockets } from './admission-sockets.ts';
import { serveSocket } from './caller.ts';
import { limitConnections } from './connections.ts';
import { allowConnection, authorizeSocket } from './handshakes.ts';
import { liveRooms } from './live-rooms.ts';
import { localRooms } from './local-rooms.ts';
import { hearOtherNodes, openNodes } from './node-events.ts';
import { openPresence } from './open-presence.ts';
import { listenerOf } from './pass-events.ts';
import type { GatewayContext, RoomNamespace, RoomServer, SocketContext } from './socket.ts';
import { BoundedWebSocketServer } from './websocket-engine.ts';
import { Withheld } from './withheld.ts';

/** Engine.IO's pings detect a dead peer this fast (ms); own clients add a quicker heartbeat. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;

/** Serves the rooms on the HTTP server. No other folder of the features imports Socket.IO. */
export function openGateway(httpServer: HttpServer, base: GatewayContext): LiveRooms {
  const connectionLimits = new ConnectionLimits(base);
  const roomLimits = new RoomLimits(base.config.rateLimits);
  const { io, closeServer } = openServer(httpServer, base, connectionLimits);
  const stopLimiting = limitConnections(io, connectionLimits, roomLimits);
  const namespace: RoomNamespace = io.of(ROOMS_NAMESPACE);
  const presence = openPresence(base, namespace);
  const nodes = openNodes(base, namespace);
  const withheld = new Withheld(base, namespace);
  const rooms: LiveRooms = {
    ...liveRooms(namespace, presence, nodes, withheld),
    async syncAdmissions(interviewId) {
      if (base.redis) namespace.serverSideEmit('room:admissions', interviewId);
      await Promise.all([admissions.tryRun(interviewId), nodes?.act(interviewId)]);
    },
    async closeHidden() {
      await Promise.all([closeEndedRooms(base, here), nodes?.act(null)]);
    },
    async drain() {
      stopLimiting();
      namespace.local.emit('server:draining');
      presence.close();
      await closeServer();
      await nodes?.close();
    },
  };
  const ctx = { ...base, rooms };
  const admissions = new AdmissionSync(ctx, admissionSockets(namespace, withheld), presence);
  const here = localRooms(namespace);
  hearOtherNodes(base, namespace, presence, nodes, { here, admissions });
  for (const job of roomJobs(ctx, here, admissions, nodes)) base.jobs.add(job);
  base.metrics.gauge('room_sockets', 'Connected sockets', () => namespace.sockets.size);
  base.metrics.gauge('rooms_occupied', 'Rooms with a socket on this node', () => here.occupied().length);
  serveSockets(roomEvents(ctx, presence), {
    ...base,
    namespace,
    presence,
    connectionLimits,
    roomLimits,
    showAdmissions: (interviewId) => void admissions.showAgain(interviewId),
    isWithheld: (room, identity) => withheld.has(room, identity),
    mayReceive: (room, identity) => !withheld.has(room, identity) && nodes?.isLost !== true,
  });
  return rooms;
}

/** Opens the Socket.IO server, which carries its events over Redis if there is one. */
function openServer(
  httpServer: HttpServer,
  base: GatewayContext,
  limits: ConnectionLimits,
): { io: RoomServer; closeServer(): Promise<void> } {
  const shared = base.redis && socketAdapter(base.redis);
  const io: RoomServer = new Server(httpServer, {
    maxHttpBufferSize: PACKET_MAX_BYTES,
    parser: { Encoder, Decoder: BoundedDecoder },
    wsEngine: BoundedWebSocketServer,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: AUTHENTICATE_WITHIN_MS,
    serveClient: false,
    cors: { origin: base.config.corsOrigins },
    allowRequest: (request, done) => void allowConnection(base, limits, request, done),
    ...(shared && { adapter: shared.adapter }),
  });
  // Without a middleware Socket.IO accepts every client in the default namespace.
  io.use((_socket, next) => next(new Error('Unknown namespace.')));
  const closeServer = async () => {
    // If the connection is closed, clients reconnect to another node; after a disconnect packet they would not.
    for (const socket of io.of(ROOMS_NAMESPACE).sockets.values()) socket.conn.close();
    await io.close();
    shared?.close();
  };
  return { io, closeServer };
}

/** Lets sockets connect if their handshake is authorized, and passes their events to the handlers. */
function serveSockets(events: RegisteredEvent<RoomCaller>[], ctx: SocketContext): void {
  ctx.namespace.use((socket, next) => void authorizeSocket(ctx, ctx.connectionLimits, socket, next));
  const listeners = new Map(events.map((registered) => [registered.event.name, listenerOf(registered, ctx)]));
  ctx.namespace.on('connection', (socket) => serveSocket(socket, listeners, ctx));
}
