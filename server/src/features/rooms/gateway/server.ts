import type { Server as HttpServer } from 'node:http';
import { PACKET_MAX_BYTES, AUTHENTICATE_WITHIN_MS, ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { Server } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import { isOutage } from '../../../errors.ts';
import { socketAdapter } from '../../../platform/redis/socket-adapter.ts';
import { AdmissionSync } from '../entering/sync-admissions.ts';
import { roomEvents } from '../events/rooms.events.ts';
import { BoundedDecoder } from '../limits/bounded-decoder.ts';
import { ConnectionLimits } from '../limits/connection-limits.ts';
import { limitPolling } from '../limits/polling-limits.ts';
import { RoomLimits } from '../limits/room-limits.ts';
import { endDeadReaders, trackResponses } from '../limits/unread-bytes.ts';
import type { LiveRooms } from '../live-rooms.ts';
import { OtherNodes } from '../other-nodes.ts';
import type { Presence, PresenceListener } from '../presence/presence.ts';
import { SharedPresence } from '../presence/shared-presence.ts';
import { SinglePresence } from '../presence/single-presence.ts';
import type { RoomCaller } from '../room-member.ts';
import { hearsOtherNodes, roomJobs } from '../rooms.jobs.ts';
import { participantList, announceLeave } from '../rooms.service.ts';
import { admissionSockets } from './admission-sockets.ts';
import { registerEvents } from './caller.ts';
import { roomOf } from './groups.ts';
import { allowConnection, forward, authorizeSocket } from './handshakes.ts';
import { CLOSE_AFTER_MS, liveRooms } from './live-rooms.ts';
import { occupied, localRooms } from './local-rooms.ts';
import { setTypingMode } from './member.ts';
import { sendInOneWrite } from './one-write.ts';
import { limitEvents } from './pass-events.ts';
import {
  type RoomServer,
  type RoomNamespace,
  type RoomSocket,
  type GatewayContext,
  type RecordRefusal,
  emitToAll,
} from './socket.ts';
import { BoundedWebSocketServer } from './websocket-engine.ts';
import { Withheld } from './withheld.ts';
import { bringBack, takeOut, withholding } from './withholding.ts';

/** Engine.IO's pings detect a dead peer this fast (ms); own clients add a quicker heartbeat. */
const PING_INTERVAL_MS = 10_000;

const PING_TIMEOUT_MS = 8_000;

/** Serves the rooms on the HTTP server. No other file of the features imports Socket.IO. */
export function openGateway(httpServer: HttpServer, base: GatewayContext): LiveRooms {
  const shared = base.redis && socketAdapter(base.redis);
  const limits = new ConnectionLimits(base);
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
  const namespace: RoomNamespace = io.of(ROOMS_NAMESPACE);
  const presence = openPresence(base, namespace);
  const stopLooking = endDeadReaders(() => connectionsOf(io));
  const nodes = base.redis && openNodes(base, namespace);
  const close = async () => {
    stopLooking();
    await drain(io, namespace, presence);
    await nodes?.close();
    shared?.close();
  };
  const withheld = new Withheld(
    (leaving) => takeOut(namespace, leaving),
    (leaving) => bringBack(namespace, leaving),
  );
  const isWithheld = (participantId: string) => withheld.has(participantId);
  const mayReceive = (participantId: string) => !isWithheld(participantId) && nodes?.isLost !== true;
  const syncAdmissions = async (interviewId: string) => {
    if (base.redis) namespace.serverSideEmit('room:admissions', interviewId);
    await Promise.all([syncHere(interviewId), nodes?.act(interviewId)]);
  };
  const rooms: LiveRooms = {
    ...liveRooms(namespace, presence, nodes),
    ...withholding(base, namespace, withheld),
    syncAdmissions,
    drain: close,
  };
  const admissions = new AdmissionSync({ ...base, rooms }, admissionSockets(namespace, isWithheld), presence);
  const syncHere = (interviewId: string) => admissions.run(interviewId).catch(logUnlessOutage(base.log));
  const showAdmissions = (interviewId: string) =>
    void admissions.showAgain(interviewId).catch(logUnlessOutage(base.log));
  for (const job of roomJobs({ ...base, rooms }, localRooms(namespace), admissions, nodes)) base.jobs.add(job);
  base.metrics.gauge('room_sockets', 'Connected sockets', () => namespace.sockets.size);
  base.metrics.gauge('rooms_occupied', 'Rooms with a socket on this node', () => occupied(namespace).length);
  const events = roomEvents({ ...base, rooms }, presence);
  namespace.use((socket, next) => void forward(authorizeSocket(base, limits, socket), next));
  // Without a middleware Socket.IO accepts every client in the default namespace.
  io.use((_socket, next) => next(new Error('Unknown namespace.')));
  // Another node closed the room: this node drops its state as well.
  namespace.on('room:closed', (interviewId) => {
    presence.forget(interviewId);
    setTimeout(() => base.documents.drop(interviewId), CLOSE_AFTER_MS).unref();
  });
  namespace.on('room:admissions', (interviewId) => void syncHere(interviewId));
  namespace.on('node:act', (key, interviewId) => {
    const acted = interviewId === null ? Promise.resolve() : admissions.run(interviewId);
    // A node that could not act is asked again.
    void acted.then(() => nodes && namespace.serverSideEmit('node:acted', key, nodes.id)).catch(() => {});
  });
  namespace.on('node:acted', (key, nodeId) => nodes?.heard(key, nodeId));
  namespace.on('room:typing-mode', (interviewId, mode) => setTypingMode(namespace, interviewId, mode));
  const roomLimits = new RoomLimits(base.config.rateLimits);
  io.engine.on('connection', (connection: RoomSocket['conn']) => {
    connection.on('packetCreate', sendInOneWrite);
    trackResponses(connection);
    limits.trackOpen(connection);
    limitPolling(connection.transport);
    roomLimits.packets?.watch(connection);
  });
  namespace.on('connection', (socket) => {
    const network = limits.networkOf(socket.request);
    const recordRefusal: RecordRefusal = (what, code) => base.refusals.record({ at: 'event', what, code, network });
    limitEvents(socket, roomLimits, recordRefusal);
    const inTurn: RoomCaller['inTurn'] = (task) => limits.joinInTurn(network, task);
    const ctx = { ...base, roomLimits, inTurn, recordRefusal, showAdmissions, isWithheld, mayReceive };
    registerEvents(namespace, socket, events, ctx, presence);
  });
  return rooms;
}

/** Returns the Engine.IO connections of this node, also those without a socket; their table has no type. */
function connectionsOf(io: RoomServer): RoomSocket['conn'][] {
  return Object.values(Reflect.get(io.engine, 'clients') as Record<string, RoomSocket['conn']>);
}

function openNodes(base: GatewayContext, namespace: RoomNamespace): OtherNodes {
  return new OtherNodes({
    db: base.db,
    ask: (key, interviewId) => void namespace.serverSideEmit('node:act', key, interviewId),
    hears: () => hearsOtherNodes(base),
  });
}

/** Logs an error; an outage of the database is logged where it is detected, and the job applies the admissions soon. */
function logUnlessOutage(log: GatewayContext['log']): (error: unknown) => void {
  return (error) => {
    if (!isOutage(error)) log.warn({ err: error }, 'admissions could not be applied');
  };
}

function openPresence(ctx: GatewayContext, namespace: RoomNamespace): Presence {
  const { redis, log } = ctx;
  const listener: PresenceListener = {
    left: (interviewId, participant) =>
      void announceLeave(ctx, presence, emitToAll(namespace, interviewId), interviewId, participant),
    changed: (interviewId) =>
      void participantList(presence, interviewId).then((list) =>
        namespace.local.to(roomOf(interviewId)).emit('participantList', list),
      ),
  };
  const presence: Presence = redis ? new SharedPresence(redis.commands, listener, log) : new SinglePresence(listener);
  return presence;
}

async function drain(io: RoomServer, namespace: RoomNamespace, presence: Presence): Promise<void> {
  namespace.local.emit('server:draining');
  presence.close();
  // Closing the connection makes clients reconnect to another node; a disconnect packet would not.
  for (const socket of namespace.sockets.values()) socket.conn.close();
  await io.close();
}
