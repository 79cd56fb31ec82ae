import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { ErrorCode } from '@cip/contracts/errors';
import type { ClientEvent } from '@cip/contracts/events';
import {
  PACKET_MAX_BYTES,
  PROVE_WITHIN_MS,
  REMOVED_MESSAGE,
  ROOMS_NAMESPACE,
  type TypingMode,
} from '@cip/contracts/rooms';
import { Server, type Namespace, type Socket } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import type { AppContext } from '../../context.ts';
import { AppError, errorBody, forbidden, toAppError, unauthenticated, unavailable } from '../../errors.ts';
import { tooManyFields } from '../../platform/http/field-errors.ts';
import { socketAdapter } from '../../platform/redis/socket-adapter.ts';
import { removedAwareness, leaveDocument } from '../documents/documents.service.ts';
import { limitRoomCodes } from '../interviews/room-code-misses.service.ts';
import { admit, isAllowedOrigin, type Admitted } from './admission.ts';
import { BoundedDecoder, TOO_MANY_FIELDS } from './bounded-decoder.ts';
import { ConnectionLimits } from './connection-limits.ts';
import { EventLimits } from './event-limits.ts';
import type { LiveRooms } from './live-rooms.ts';
import { boundPolling, widenPolling } from './polling-limits.ts';
import type { Presence, PresenceListener } from './presence.ts';
import type { Proof, RoomMember, ServerEvents, TellRoom } from './room-member.ts';
import { roomJobs, type LocalRooms } from './rooms.jobs.ts';
import { RoomLimits, type Place } from './room-limits.ts';
import { roomEvents, type RoomCaller } from './rooms.events.ts';
import { sendInOneWrite } from './one-write.ts';
import { participantList, tellLeft } from './rooms.service.ts';
import { SharedPresence } from './shared-presence.ts';
import { SinglePresence } from './single-presence.ts';
import type { Registered } from './socket-events.ts';

interface SocketData extends Admitted {
  member: RoomMember | null;
  /** The cursor it showed last, to be taken back when it is gone. */
  cursor: { clientId: number; update: string } | null;
}

type ClientEvents = Record<string, (...args: unknown[]) => void>;
/** What nodes tell each other. */
interface NodeEvents {
  'room:closed': (interviewId: string) => void;
  'room:typing-mode': (interviewId: string, mode: TypingMode) => void;
}
type RoomServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type RoomNamespace = Namespace<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type RoomSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type GatewayContext = Omit<AppContext, 'rooms'>;
type ServingContext = GatewayContext & { roomLimits: RoomLimits; noteRefused: NoteRefused };
/** Notes that an event of a socket was refused. */
type NoteRefused = (what: string, code: ErrorCode) => void;

/** How long own clients get to send what the typing mode holds back, in milliseconds. */
const FLUSH_WITHIN_MS = 1_000;
/** How long after the end the sockets are closed, so that the last acknowledgements arrive, in milliseconds. */
const CLOSE_AFTER_MS = 250;
/** How long a plain client is waited for to acknowledge a text, in milliseconds: what waits is kept that long. */
const TEXT_ANSWER_MS = 30_000;
/** Engine pings find a dead peer this fast; own clients have a quicker heartbeat of their own. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;

/** A socket with more bytes than this on their way is a slow reader: 512 KB. */
const SLOW_READER_BYTES = 512 * 1024;
/** One that is to be answered while so much waits does not read at all: 8 MB, some thirty full texts. */
const DEAD_READER_BYTES = 8 * 1024 * 1024;

const ROOM = 'room:';
const roomOf = (interviewId: string) => `${ROOM}${interviewId}`;
const ownClientsOf = (interviewId: string) => `own:${interviewId}`;
const SIGN_IN = 'auth:';
const authSessionRoom = (authSessionId: string) => `${SIGN_IN}${authSessionId}`;
const PERSON = 'person:';
const personRoom = (participantId: string) => `${PERSON}${participantId}`;

/** Opens the rooms on the HTTP server: the one place that knows Socket.IO. */
export function openGateway(httpServer: HttpServer, base: GatewayContext): LiveRooms {
  const shared = base.redis && socketAdapter(base.redis);
  const limits = new ConnectionLimits(base);
  const io: RoomServer = new Server(httpServer, {
    maxHttpBufferSize: PACKET_MAX_BYTES,
    parser: { Encoder, Decoder: BoundedDecoder },
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: PROVE_WITHIN_MS,
    serveClient: false,
    cors: { origin: base.config.corsOrigins },
    allowRequest: (request, done) => void mayOpen(base, limits, request, done),
    ...(shared && { adapter: shared.adapter }),
  });
  const namespace: RoomNamespace = io.of(ROOMS_NAMESPACE);
  const presence = openPresence(base, namespace);
  const close = async () => {
    await drain(io, namespace, presence);
    shared?.close();
  };
  const rooms: LiveRooms = { ...liveRooms(namespace, presence, base.redis !== null), drain: close };
  for (const job of roomJobs({ ...base, rooms }, localRooms(namespace))) base.jobs.add(job);
  base.metrics.gauge('room_sockets', 'Connected sockets', () => namespace.sockets.size);
  base.metrics.gauge('rooms_occupied', 'Rooms with a socket on this node', () => occupied(namespace).length);
  const events = roomEvents({ ...base, rooms }, presence);
  namespace.use((socket, next) => void passOn(admission(base, limits, socket), next));
  // Everybody is let into this one otherwise, and nothing is there.
  io.use((_socket, next) => next(new Error('There is nothing here.')));
  // Another node closed a room: nothing of it stays in this one's memory.
  namespace.on('room:closed', (interviewId) => {
    presence.forget(interviewId);
    setTimeout(() => base.documents.drop(interviewId), CLOSE_AFTER_MS).unref();
  });
  namespace.on('room:typing-mode', (interviewId, mode) => noteTypingMode(namespace, interviewId, mode));
  const roomLimits = new RoomLimits(base.config.rateLimits);
  io.engine.on('connection', (connection: RoomSocket['conn']) => {
    connection.on('packetCreate', sendInOneWrite);
    limits.hold(connection);
    boundPolling(connection.transport);
    roomLimits.packets?.watch(connection);
  });
  namespace.on('connection', (socket) => {
    const network = limits.networkOf(socket.request);
    const noteRefused: NoteRefused = (what, code) => base.refusals.note({ at: 'event', what, code, network });
    limitEvents(socket, roomLimits, noteRefused);
    serve(namespace, socket, events, { ...base, roomLimits, noteRefused }, presence);
  });
  return rooms;
}

function openPresence({ redis }: GatewayContext, namespace: RoomNamespace): Presence {
  const listener: PresenceListener = {
    left: (interviewId, participant) =>
      void tellLeft(presence, tellAll(namespace, interviewId), interviewId, participant),
    changed: (interviewId) =>
      void participantList(presence, interviewId).then((list) =>
        namespace.local.to(roomOf(interviewId)).emit('participantList', list),
      ),
  };
  const presence: Presence = redis ? new SharedPresence(redis.commands, listener) : new SinglePresence(listener);
  return presence;
}

async function drain(io: RoomServer, namespace: RoomNamespace, presence: Presence): Promise<void> {
  namespace.local.emit('server:draining');
  presence.close();
  // Closing the engine's connection makes clients reconnect, elsewhere; a disconnect packet would not.
  for (const socket of namespace.sockets.values()) socket.conn.close();
  await io.close();
}

/** Says whether the engine may open a connection. Socket.IO's `cors` does not look at WebSockets. */
async function mayOpen(
  { config, refusals }: GatewayContext,
  limits: ConnectionLimits,
  request: IncomingMessage,
  done: (refusal: string | null, isAllowed: boolean) => void,
): Promise<void> {
  const opened = isAllowedOrigin(config, request.headers)
    ? limits.open(request)
    : Promise.reject(forbidden('Forbidden'));
  const refusal = await opened.then(() => null, toAppError);
  if (refusal)
    refusals.note({ at: 'handshake', code: refusal.code, what: 'connection', network: limits.networkOf(request) });
  done(refusal?.message ?? null, refusal === null);
}

async function passOn(admitted: Promise<Error | undefined>, next: (error?: Error) => void): Promise<void> {
  next(await admitted);
}

/** Nothing when the socket may connect, else what its `connect_error` says. */
async function admission(
  ctx: GatewayContext,
  limits: ConnectionLimits,
  socket: RoomSocket,
): Promise<Error | undefined> {
  try {
    await limits.take(socket);
    const ask = () => admit(ctx, socket.handshake.auth);
    const admitted = await limitRoomCodes(ctx, limits.networkOf(socket.request), ask);
    socket.data = { ...admitted, member: null, cursor: null };
    return undefined;
  } catch (error) {
    const failure = toAppError(error);
    const network = limits.networkOf(socket.request);
    ctx.refusals.note({ at: 'handshake', code: failure.code, what: 'room', network });
    return Object.assign(new Error(failure.message), { data: errorBody(failure) });
  }
}

function serve(
  namespace: RoomNamespace,
  socket: RoomSocket,
  events: Registered<RoomCaller>[],
  ctx: ServingContext,
  presence: Presence,
): void {
  const { data } = socket;
  const caller: RoomCaller = {
    room: data.room,
    handshake: data.handshake,
    get proof() {
      return data.proof;
    },
    get member() {
      return data.member;
    },
    join: (proof, typingMode) => join(namespace, socket, { proof, typingMode }, ctx),
    leave: (isGraceful) => leave(socket, ctx, presence, isGraceful),
  };
  for (const registered of events) on(socket, registered, caller, ctx);
  const proveWithin = setTimeout(() => {
    if (!data.member) socket.disconnect(true);
  }, PROVE_WITHIN_MS);
  socket.on('disconnect', (reason) => {
    clearTimeout(proveWithin);
    // Whom the server puts out does not come back in a moment.
    leave(socket, ctx, presence, reason === 'server namespace disconnect');
  });
}

/** Refuses what is too much, of events that are known or not. */
function limitEvents(socket: RoomSocket, limits: RoomLimits, noteRefused: NoteRefused): void {
  const own = new EventLimits();
  socket.use(([name, ...args]: [string, ...unknown[]], next) => {
    const isAdmitted = limits.admit(socket.conn, placeOf(socket), own, name, payloadOf(args));
    const refusal = !isAdmitted ? tooFast() : name === TOO_MANY_FIELDS ? tooManyFields() : null;
    if (!refusal) return next();
    noteRefused('any event', refusal.code);
    answer(socket, args, { ok: false, error: errorBody(refusal) });
  });
}

/** The one way an event reaches a handler: who may, schema, handler, acknowledgement; its rate was looked at before. */
function on(socket: RoomSocket, registered: Registered<RoomCaller>, caller: RoomCaller, ctx: ServingContext): void {
  const { event } = registered;
  socket.on(event.name, (...args) => {
    const refusal = refuse(event, caller);
    if (refusal) ctx.noteRefused(event.name, refusal.code);
    if (refusal) return answer(socket, args, { ok: false, error: errorBody(refusal) });
    void registered.run(caller, payloadOf(args), ctx.log).then((reply) => {
      if (!reply.ok) ctx.noteRefused(event.name, reply.error.code);
      answer(socket, args, reply);
    });
  });
}

const payloadOf = ([first]: unknown[]) => (typeof first === 'function' ? undefined : first);

// Acknowledges an event to a client that asked for it.
function answer(socket: RoomSocket, args: unknown[], reply: unknown): void {
  const last = args.at(-1);
  if (waitingBytes(socket) > DEAD_READER_BYTES) socket.disconnect(true);
  else if (typeof last === 'function') last(reply);
}

function placeOf({ data: { proof, room } }: RoomSocket): Place | null {
  return proof && { interviewId: room.interviewId, participantId: proof.participant.id };
}

const tooFast = () => new AppError('too_many_requests', 'Too many events. Please slow down.');

function refuse(event: ClientEvent, caller: RoomCaller): AppError | null {
  if (event.from === 'unproven') return null;
  if (!caller.member) return unauthenticated('Please join the session first.');
  if (event.from === 'interviewer' && caller.member.participant.type !== 'interviewer')
    return new AppError('forbidden', 'Only the interviewer can do this.');
  return null;
}

async function join(
  namespace: RoomNamespace,
  socket: RoomSocket,
  { proof, typingMode }: { proof: Proof; typingMode: TypingMode },
  { roomLimits, redis }: ServingContext,
): Promise<RoomMember> {
  const { room } = socket.data;
  const name = roomOf(room.interviewId);
  socket.data.proof = proof;
  const { authSessionId, participant } = proof;
  // What a closed connection takes is never given back.
  if (!socket.connected) throw unavailable('The connection was closed.');
  roomLimits.join(socket.conn, { interviewId: room.interviewId, participantId: participant.id });
  widenPolling(socket.conn.transport);
  await socket.join([name, authSessionId === null ? personRoom(participant.id) : authSessionRoom(authSessionId)]);
  const member: RoomMember = {
    ...room,
    ...proof,
    socketId: socket.id,
    typingMode,
    send: (event, ...args) => void socket.emit(event, ...args),
    sendText: (code, answered) =>
      void socket.timeout(TEXT_ANSWER_MS).emit('codeChange', { code }, (error) => answered(error === null)),
    tellOthers: (event, ...args) =>
      void namespace
        .to(name)
        .except(socket.id)
        .emit(event, ...args),
    tellAll: tellAll(namespace, room.interviewId),
    tellTypingMode(mode) {
      noteTypingMode(namespace, room.interviewId, mode);
      if (redis) namespace.serverSideEmit('room:typing-mode', room.interviewId, mode);
      tellAll(namespace, room.interviewId)('typingModeChanged', { mode });
    },
    tellCursors(clientId, update) {
      if (socket.data.cursor?.clientId !== clientId) takeCursorBack(socket, member);
      socket.data.cursor = { clientId, update };
      namespace.to(ownClientsOf(room.interviewId)).except(socket.id).volatile.emit('document:awareness', update);
    },
    isSlow: () => waitingBytes(socket) > SLOW_READER_BYTES,
    becomeOwn: () => void socket.join(ownClientsOf(room.interviewId)),
  };
  socket.data.member = member;
  return member;
}

// What waits in the engine's buffer and, for a WebSocket, in the kernel's. Neither library offers the sum.
function waitingBytes({ conn }: RoomSocket): number {
  const packets: unknown = Reflect.get(conn, 'writeBuffer');
  const webSocket: unknown = Reflect.get(conn.transport, 'socket');
  const buffered: unknown = webSocket instanceof Object ? Reflect.get(webSocket, 'bufferedAmount') : 0;
  const queued = Array.isArray(packets) ? packets.reduce((sum: number, packet) => sum + packetBytes(packet), 0) : 0;
  return queued + (typeof buffered === 'number' ? buffered : 0);
}

function packetBytes(packet: unknown): number {
  const data: unknown = packet instanceof Object ? Reflect.get(packet, 'data') : undefined;
  return typeof data === 'string' ? data.length : 0;
}

function tellAll(namespace: RoomNamespace, interviewId: string): TellRoom {
  return (event, ...args) => void namespace.to(roomOf(interviewId)).emit(event, ...args);
}

function leave(socket: RoomSocket, ctx: ServingContext, presence: Presence, isGraceful: boolean): void {
  const { member } = socket.data;
  if (!member) return;
  socket.data.member = null;
  ctx.roomLimits.leave(socket.conn);
  void socket.leave(roomOf(member.interviewId));
  void socket.leave(ownClientsOf(member.interviewId));
  // A person who comes back shows another cursor: the list of participants does not tell that this one is gone.
  takeCursorBack(socket, member);
  presence.leave(member, isGraceful);
  leaveDocument(ctx, member);
}

function noteTypingMode(namespace: RoomNamespace, interviewId: string, mode: TypingMode): void {
  for (const id of namespace.adapter.rooms.get(roomOf(interviewId)) ?? []) {
    const member = namespace.sockets.get(id)?.data.member;
    if (member) member.typingMode = mode;
  }
}

function takeCursorBack(socket: RoomSocket, { interviewId }: RoomMember): void {
  const { cursor } = socket.data;
  const gone = cursor && removedAwareness(cursor.update);
  if (gone) socket.nsp.to(ownClientsOf(interviewId)).except(socket.id).emit('document:awareness', gone);
  socket.data.cursor = null;
}

function occupied(namespace: RoomNamespace): string[] {
  return groupsHere(namespace, ROOM);
}

// The identifiers of this node's groups of sockets of one kind.
function groupsHere(namespace: RoomNamespace, kind: string): string[] {
  return [...namespace.adapter.rooms.keys()].flatMap((group) =>
    group.startsWith(kind) ? group.slice(kind.length) : [],
  );
}

function localRooms(namespace: RoomNamespace): LocalRooms {
  return {
    occupied: () => occupied(namespace),
    closeHere(interviewId, ended) {
      namespace.local.to(roomOf(interviewId)).emit('sessionEnded', ended);
      namespace.local.in(roomOf(interviewId)).disconnectSockets(true);
    },
    signIns: () => groupsHere(namespace, SIGN_IN),
    closeSignInsHere(ids) {
      if (ids.length > 0) namespace.local.in(ids.map(authSessionRoom)).disconnectSockets(true);
    },
    candidates: () => groupsHere(namespace, PERSON),
    closeCandidatesHere(ids) {
      for (const id of ids) putOut(namespace.local, id);
    },
    closeExpiredHere() {
      for (const socket of namespace.sockets.values())
        if ((socket.data.proof?.endsAt ?? Infinity) <= Date.now()) socket.disconnect(true);
    },
  };
}

function putOut(among: Pick<RoomNamespace, 'in'>, participantId: string): void {
  const person = among.in(personRoom(participantId));
  person.emit('participant:removed', { message: REMOVED_MESSAGE });
  person.disconnectSockets(true);
}

function liveRooms(namespace: RoomNamespace, presence: Presence, hasOtherNodes: boolean): Omit<LiveRooms, 'drain'> {
  return {
    async requestFlush(interviewId) {
      const own = namespace.to(ownClientsOf(interviewId)).timeout(FLUSH_WITHIN_MS);
      // Who does not answer in time has nothing to say any more; the end does not wait longer.
      await own.emitWithAck('document:flush').catch(() => {});
    },
    async close(interviewId, ended) {
      const room = namespace.in(roomOf(interviewId));
      room.emit('sessionEnded', ended);
      presence.forget(interviewId);
      if (hasOtherNodes) namespace.serverSideEmit('room:closed', interviewId);
      setTimeout(() => room.disconnectSockets(true), CLOSE_AFTER_MS);
    },
    async remove(participantId) {
      putOut(namespace, participantId);
    },
    async closeAuthSessions(authSessionIds) {
      if (authSessionIds.length > 0) namespace.in(authSessionIds.map(authSessionRoom)).disconnectSockets(true);
    },
  };
}
