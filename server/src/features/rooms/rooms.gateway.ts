import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { Ack, ClientEvent } from '@cip/contracts/protocol/events';
import {
  PACKET_MAX_BYTES,
  AUTHENTICATE_WITHIN_MS,
  REMOVED_MESSAGE,
  ROOMS_NAMESPACE,
  type TypingMode,
} from '@cip/contracts/rooms/rooms';
import { Server, type Namespace, type Socket } from 'socket.io';
import { Encoder } from 'socket.io-parser';
import type { AppContext } from '../../context.ts';
import {
  AppError,
  errorBody,
  forbidden,
  isOutage,
  toAppError,
  unauthenticated,
  unavailable,
  waiting,
} from '../../errors.ts';
import { tooManyFields } from '../../platform/http/errors/field-errors.ts';
import { socketAdapter } from '../../platform/redis/socket-adapter.ts';
import { removedAwareness, leaveDocument } from '../documents/documents.service.ts';
import type { AccountInRoom } from '../interviews/interviews.service.ts';
import { limitRoomCodes } from '../interviews/admissions/room-code-misses.service.ts';
import { authorizeHandshake, isAllowedOrigin, type AuthorizedHandshake } from './entering/handshake.ts';
import { BoundedDecoder, TOO_MANY_FIELDS } from './limits/bounded-decoder.ts';
import { ConnectionLimits } from './limits/connection-limits.ts';
import { EventLimits } from './limits/event-limits.ts';
import type { LiveRooms } from './live-rooms.ts';
import { limitPolling, liftPollingLimit } from './limits/polling-limits.ts';
import { OtherNodes } from './other-nodes.ts';
import type { Presence, PresenceListener } from './presence/presence.ts';
import type { SocketIdentity, RoomCaller, RoomMember, ServerEvents, EmitEvent, WaitingState } from './room-member.ts';
import { hearsOtherNodes, roomJobs, type LocalRooms } from './rooms.jobs.ts';
import { RoomLimits, type ParticipantRef } from './limits/room-limits.ts';
import { ReplyLimits } from './limits/reply-limits.ts';
import { roomEvents } from './events/rooms.events.ts';
import { sendInOneWrite } from './one-write.ts';
import { participantList, announceLeave } from './rooms.service.ts';
import { SharedPresence } from './presence/shared-presence.ts';
import { SinglePresence } from './presence/single-presence.ts';
import { AdmissionSync, type AdmissionSockets } from './entering/sync-admissions.ts';
import type { RegisteredEvent } from './events/socket-events.ts';
import { endConnection, endDeadReaders, isDead, trackResponses, unreadBytes } from './limits/unread-bytes.ts';
import { BoundedWebSocketServer } from './websocket-engine.ts';
import { Withheld, type Leaving, type Withholding } from './withheld.ts';

interface SocketData extends AuthorizedHandshake {
  member: RoomMember | null;
  /** Whether the member may send events. */
  isAccepted: boolean;
  /** Set while the socket of a candidate waits. */
  waiting: WaitingState | null;
  /** Set once the socket is connected. */
  caller: RoomCaller | null;
  /** The last cursor of this socket, which is removed at the others when it leaves. */
  cursor: { clientId: number; update: string } | null;
}

type ClientEvents = Record<string, (...args: unknown[]) => void>;
/** Events between nodes. */
interface NodeEvents {
  'room:closed': (interviewId: string) => void;
  'room:typing-mode': (interviewId: string, mode: TypingMode) => void;
  'room:admissions': (interviewId: string) => void;
  'room:withheld': (decision: Withholding) => void;
  /** Asks the others to apply what is stored of an interview, if any, and to say so. */
  'node:act': (key: string, interviewId: string | null) => void;
  'node:acted': (key: string, nodeId: string) => void;
}
type RoomServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type RoomNamespace = Namespace<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type RoomSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>;
type GatewayContext = Omit<AppContext, 'rooms'>;
type SocketContext = GatewayContext & {
  roomLimits: RoomLimits;
  inTurn: RoomCaller['inTurn'];
  recordRefusal: RecordRefusal;
  /** Shows the admissions to an interviewer who joined. */
  showAdmissions: (interviewId: string) => void;
  /** Whether the participant is being taken out. */
  isWithheld: (participantId: string) => boolean;
  /** Whether the text may be sent to the participant now. */
  mayReceive: (participantId: string) => boolean;
};
/** Records that an event of a socket was refused. */
type RecordRefusal = (what: string, code: ErrorCode) => void;

/** How long own clients have to send the edits that the typing mode holds back (ms). */
const FLUSH_WITHIN_MS = 1_000;
/** How long after the end the sockets are closed, so that the last acknowledgements arrive (ms). */
const CLOSE_AFTER_MS = 250;
/** How long a full-text client has to acknowledge a text (ms); the text stays in memory that long. */
const TEXT_ACK_TIMEOUT_MS = 30_000;
/** Engine.IO's pings detect a dead peer this fast (ms); own clients add a quicker heartbeat. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;

/** A socket with more unsent bytes than this is a slow reader: 512 KB. */
const SLOW_READER_BYTES = 512 * 1024;

const ROOM = 'room:';
const roomOf = (interviewId: string) => `${ROOM}${interviewId}`;
const ownClientsOf = (interviewId: string) => `own:${interviewId}`;
const HOSTED = 'hosts:';
const hostsOf = (interviewId: string) => `${HOSTED}${interviewId}`;
const AWAITED = 'waiting:';
const waitingFor = (interviewId: string) => `${AWAITED}${interviewId}`;
/** Candidates who are being taken out. */
const leavingFrom = (interviewId: string) => `leaving:${interviewId}`;
/** Their own clients, which may still send what was typed before. */
const ownClientsLeaving = (interviewId: string) => `leaving-own:${interviewId}`;
/** The room of an interview, those who wait for it and those who are being taken out. */
const everyoneOf = (interviewId: string) => [roomOf(interviewId), waitingFor(interviewId), leavingFrom(interviewId)];
const SIGN_IN = 'auth:';
const authSessionRoom = (authSessionId: string) => `${SIGN_IN}${authSessionId}`;
const PARTICIPANT = 'person:';
const participantRoom = (participantId: string) => `${PARTICIPANT}${participantId}`;

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

/** Where nodes announce who is being taken out, on the connections that carry the edits between nodes. */
const WITHHELD_CHANNEL = 'rooms:withheld';

/**
 * Tells all nodes who is being taken out, on both ways that content of a room takes between nodes, so that nothing sent
 * after it arrives before it.
 */
function withholding(
  { redis }: GatewayContext,
  namespace: RoomNamespace,
  withheld: Withheld,
): Pick<LiveRooms, 'withhold' | 'isWithholding'> {
  const announce = (decision: Withholding) => {
    withheld.apply(decision);
    if (!redis) return;
    namespace.serverSideEmit('room:withheld', decision);
    if (redis.commands.status === 'ready')
      redis.commands.publish(WITHHELD_CHANNEL, JSON.stringify(decision)).catch(() => {});
  };
  namespace.on('room:withheld', (decision) => withheld.apply(decision));
  // ioredis subscribes again when the connection is back.
  redis?.subscriber.subscribe(WITHHELD_CHANNEL).catch(() => {});
  redis?.subscriber.on('message', (channel: string, message: string) => {
    if (channel === WITHHELD_CHANNEL) withheld.apply(JSON.parse(message));
  });
  return {
    async withhold(leaving, decide) {
      const decision = { ...leaving, id: randomUUID() };
      announce({ ...decision, isOver: false });
      try {
        return await decide();
      } finally {
        announce({ ...decision, isOver: true });
      }
    },
    isWithholding: (interviewId) => withheld.isIn(interviewId),
  };
}

/** Takes a candidate's sockets out of what is sent to the room; they may still send what was typed before. */
function takeOut(namespace: RoomNamespace, { interviewId, participantId }: Leaving): void {
  for (const socket of socketsOf(namespace, { interviewId, participantId })) {
    if (!socket.rooms.has(roomOf(interviewId))) continue;
    if (socket.rooms.has(ownClientsOf(interviewId))) void socket.join(ownClientsLeaving(interviewId));
    void socket.join(leavingFrom(interviewId));
    void socket.leave(ownClientsOf(interviewId));
    void socket.leave(roomOf(interviewId));
  }
}

/** Lets those who were not taken out after all connect again, as what they missed is not sent later. */
function bringBack(namespace: RoomNamespace, leaving: Leaving): void {
  for (const socket of socketsOf(namespace, leaving)) if (socket.data.member) socket.conn.close();
}

function socketsOf(namespace: RoomNamespace, { interviewId, participantId }: Leaving): RoomSocket[] {
  return [...(namespace.adapter.rooms.get(participantRoom(participantId)) ?? [])].flatMap((id) => {
    const socket = namespace.sockets.get(id);
    return socket?.data.room.interviewId === interviewId ? [socket] : [];
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

/** Decides whether Engine.IO may accept a connection. Socket.IO's `cors` option does not apply to WebSockets. */
async function allowConnection(
  { config, refusals }: GatewayContext,
  limits: ConnectionLimits,
  request: IncomingMessage,
  done: (refusal: string | null, isAllowed: boolean) => void,
): Promise<void> {
  const taken = isAllowedOrigin(config, request.headers)
    ? limits.takeConnection(request)
    : Promise.reject(forbidden('Forbidden'));
  const refusal = await taken.then(() => null, toAppError);
  if (refusal)
    refusals.record({ at: 'handshake', code: refusal.code, what: 'connection', network: limits.networkOf(request) });
  done(refusal?.message ?? null, refusal === null);
}

async function forward(result: Promise<Error | undefined>, next: (error?: Error) => void): Promise<void> {
  next(await result);
}

/** Authorizes a socket's handshake. Resolves with the error for its `connect_error`, or undefined. Never rejects. */
async function authorizeSocket(
  ctx: GatewayContext,
  limits: ConnectionLimits,
  socket: RoomSocket,
): Promise<Error | undefined> {
  const network = limits.networkOf(socket.request);
  try {
    await limits.takeHandshake(socket);
    const authorize = () => limits.connectInTurn(network, () => authorizeHandshake(ctx, socket.handshake.auth));
    const authorized = await limitRoomCodes(ctx, network, authorize);
    socket.data = { ...authorized, member: null, isAccepted: false, waiting: null, caller: null, cursor: null };
    return undefined;
  } catch (error) {
    const failure = toAppError(error);
    ctx.refusals.record({ at: 'handshake', code: failure.code, what: 'room', network });
    return Object.assign(new Error(failure.message), { data: errorBody(failure) });
  }
}

function registerEvents(
  namespace: RoomNamespace,
  socket: RoomSocket,
  events: RegisteredEvent<RoomCaller>[],
  ctx: SocketContext,
  presence: Presence,
): void {
  const { data } = socket;
  const caller: RoomCaller = {
    room: data.room,
    get identity() {
      return data.identity;
    },
    get member() {
      return data.isAccepted ? data.member : null;
    },
    get joined() {
      return data.member;
    },
    get waiting() {
      return data.waiting;
    },
    inTurn: ctx.inTurn,
    join: (identity, typingMode) => join(namespace, socket, { identity, typingMode }, ctx),
    accept: (member) => accept(socket, member, ctx),
    leave: (isGraceful) => leave(socket, ctx, presence, isGraceful),
    wait: (identity, state) => wait(socket, identity, state, ctx),
    tellWaiting: (state) => tellWaiting(socket, state),
  };
  data.caller = caller;
  for (const registered of events) on(socket, registered, caller, ctx);
  const authenticateTimer = setTimeout(() => {
    if (!data.member && !data.waiting) socket.disconnect(true);
  }, AUTHENTICATE_WITHIN_MS);
  socket.on('disconnect', (reason) => {
    clearTimeout(authenticateTimer);
    // A client that the server disconnected gets no time to reconnect.
    leave(socket, ctx, presence, reason === 'server namespace disconnect');
    stopWaiting(socket, ctx);
  });
}

/** Refuses events beyond the limits, known events or not. */
function limitEvents(socket: RoomSocket, limits: RoomLimits, recordRefusal: RecordRefusal): void {
  const own = new EventLimits();
  socket.use(([name, ...args]: [string, ...unknown[]], next) => {
    const isAllowed = limits.take(socket.conn, refOf(socket), own, name, payloadOf(args));
    const refusal = !isAllowed ? tooFast() : name === TOO_MANY_FIELDS ? tooManyFields() : null;
    if (!refusal) return next();
    recordRefusal('any event', refusal.code);
    acknowledge(socket, args, { ok: false, error: errorBody(refusal) });
  });
}

/**
 * Passes an event to its handler: checks the sender, then the payload, and acknowledges. The rate was checked before.
 */
function on(socket: RoomSocket, registered: RegisteredEvent<RoomCaller>, caller: RoomCaller, ctx: SocketContext): void {
  const { event } = registered;
  const mayHear = () => mayHearOfRoom(socket, ctx) || SAYS_NOTHING.has(event.name);
  socket.on(event.name, (...args) => {
    const refusal = refuse(event, caller) ?? (mayHear() ? null : waiting());
    if (refusal) ctx.recordRefusal(event.name, refusal.code);
    if (refusal) return acknowledge(socket, args, { ok: false, error: errorBody(refusal) });
    const { member } = caller;
    void replyTo(socket, registered, caller, { payload: payloadOf(args), ctx }).then((reply) => {
      if (!reply.ok) ctx.recordRefusal(event.name, reply.error.code);
      // A candidate may have been taken out meanwhile.
      const isForThem = mayHear() && (caller.member === member || SAYS_NOTHING.has(event.name));
      acknowledge(socket, args, isForThem || !reply.ok ? reply : { ok: false, error: errorBody(waiting()) });
    });
  });
}

/** Runs an event. One with a large reply waits for its turn, and is refused when the sender has read too much. */
async function replyTo(
  socket: RoomSocket,
  registered: RegisteredEvent<RoomCaller>,
  caller: RoomCaller,
  { payload, ctx }: { payload: unknown; ctx: SocketContext },
): Promise<Ack<ClientEvent>> {
  const run = () => registered.run(caller, payload, ctx.log);
  const ref = refOf(socket);
  if (!ref || !ReplyLimits.counts(registered.event.name)) return run();
  return ctx.roomLimits
    .reply(ref, registered.event.name, run)
    .catch((error: unknown) => ({ ok: false, error: errorBody(toAppError(error)) }));
}

/** Events whose replies say nothing of the room; candidates who are being taken out may still send them. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'subscribe',
  'unsubscribe',
  'heartbeat',
  'custom:event',
  'document:update',
  'document:offline',
]);

function mayHearOfRoom({ data: { identity } }: RoomSocket, { isWithheld }: SocketContext): boolean {
  return identity === null || !isWithheld(identity.participant.id);
}

const payloadOf = ([first]: unknown[]) => (typeof first === 'function' ? undefined : first);

/** Acknowledges an event if the client asked for it. */
function acknowledge(socket: RoomSocket, args: unknown[], reply: unknown): void {
  const last = args.at(-1);
  // Between two looks at all connections the replies of one could fill the memory.
  if (isDead(socket.conn)) endConnection(socket.conn);
  else if (typeof last === 'function') last(reply);
}

function refOf({ data: { identity, room, waiting } }: RoomSocket): ParticipantRef | null {
  if (!identity) return null;
  const { interviewId } = room;
  return { interviewId, group: waiting ? 'waiting' : groupOf(identity), participantId: identity.participant.id };
}

const groupOf = ({ authSessionId }: SocketIdentity) => (authSessionId === null ? 'candidates' : 'interviewers');

const tooFast = () => new AppError('too_many_requests', 'Too many events. Please slow down.');

function refuse(event: ClientEvent, caller: RoomCaller): AppError | null {
  if (event.from === 'unauthenticated') return null;
  if (caller.waiting) return waiting();
  if (!caller.member) return unauthenticated('Please join the session first.');
  if (event.from === 'interviewer' && caller.member.participant.type !== 'interviewer')
    return new AppError('forbidden', 'Only the interviewer can do this.');
  return null;
}

/** Registers a waiting candidate's socket, which gets nothing of the room. Throws `too_many_requests`, `unavailable`. */
async function wait(
  socket: RoomSocket,
  identity: SocketIdentity,
  state: WaitingState,
  { roomLimits }: SocketContext,
): Promise<void> {
  const { interviewId } = socket.data.room;
  socket.data.identity = identity;
  if (!socket.connected) throw unavailable('The connection was closed.');
  roomLimits.join(socket.conn, { interviewId, group: 'waiting', participantId: identity.participant.id });
  socket.data.waiting = state;
  await socket.join([waitingFor(interviewId), participantRoom(identity.participant.id)]);
  tellWaiting(socket, state);
}

function tellWaiting(socket: RoomSocket, state: WaitingState): void {
  socket.data.waiting = state;
  socket.emit('room:waiting', state);
}

function stopWaiting(socket: RoomSocket, { roomLimits }: SocketContext): void {
  if (!socket.data.waiting) return;
  socket.data.waiting = null;
  roomLimits.leave(socket.conn);
  void socket.leave(waitingFor(socket.data.room.interviewId));
}

async function join(
  namespace: RoomNamespace,
  socket: RoomSocket,
  { identity, typingMode }: { identity: SocketIdentity; typingMode: TypingMode },
  ctx: SocketContext,
): Promise<RoomMember> {
  const { roomLimits, redis } = ctx;
  const { room } = socket.data;
  const name = roomOf(room.interviewId);
  socket.data.identity = identity;
  const { authSessionId, participant } = identity;
  // A closed connection emits no further event that would release its place.
  if (!socket.connected || ctx.isWithheld(participant.id)) throw unavailable('The connection was closed.');
  stopWaiting(socket, ctx);
  const ref: ParticipantRef = {
    interviewId: room.interviewId,
    group: groupOf(identity),
    participantId: participant.id,
  };
  roomLimits.join(socket.conn, ref);
  liftPollingLimit(socket.conn.transport);
  await socket.join([name, authSessionId === null ? participantRoom(participant.id) : authSessionRoom(authSessionId)]);
  const member: RoomMember = {
    ...room,
    ...identity,
    socketId: socket.id,
    typingMode,
    send: (event, ...args) => void socket.emit(event, ...args),
    sendText(code, onResult) {
      if (!ctx.mayReceive(participant.id)) return onResult(false);
      socket.timeout(TEXT_ACK_TIMEOUT_MS).emit('codeChange', { code }, (error) => onResult(error === null));
    },
    emitToOthers: (event, ...args) =>
      void namespace
        .to(name)
        .except(socket.id)
        .emit(event, ...args),
    emitToAll: emitToAll(namespace, room.interviewId),
    broadcastTypingMode(mode) {
      setTypingMode(namespace, room.interviewId, mode);
      if (redis) namespace.serverSideEmit('room:typing-mode', room.interviewId, mode);
      emitToAll(namespace, room.interviewId)('typingModeChanged', { mode });
    },
    broadcastCursor(clientId, update) {
      if (socket.data.cursor?.clientId !== clientId) removeCursor(socket, member);
      socket.data.cursor = { clientId, update };
      namespace.to(ownClientsOf(room.interviewId)).except(socket.id).volatile.emit('document:awareness', update);
    },
    isSlow: () => !ctx.mayReceive(participant.id) || unreadBytes(socket.conn) > SLOW_READER_BYTES,
    spend: (chars) => roomLimits.spend(ref, chars),
    markAsOwnClient() {
      // It may have left while the document was opened.
      if (socket.data.member !== member) return;
      void socket.join((ctx.isWithheld(participant.id) ? ownClientsLeaving : ownClientsOf)(room.interviewId));
    },
  };
  socket.data.member = member;
  socket.data.isAccepted = false;
  return member;
}

function accept(socket: RoomSocket, member: RoomMember, ctx: SocketContext): void {
  if (socket.data.member !== member) throw unavailable('The connection was closed.');
  socket.data.isAccepted = true;
  if (member.authSessionId === null) return;
  void socket.join(hostsOf(member.interviewId));
  ctx.showAdmissions(member.interviewId);
}

function emitToAll(namespace: RoomNamespace, interviewId: string): EmitEvent {
  return emitTo(namespace, roomOf(interviewId));
}

function emitTo(namespace: RoomNamespace, group: string): EmitEvent {
  return (event, ...args) => void namespace.to(group).emit(event, ...args);
}

function leave(socket: RoomSocket, ctx: SocketContext, presence: Presence, isGraceful: boolean): void {
  const { member } = socket.data;
  if (!member) return;
  socket.data.member = null;
  ctx.roomLimits.leave(socket.conn);
  void socket.leave(roomOf(member.interviewId));
  void socket.leave(ownClientsOf(member.interviewId));
  void socket.leave(leavingFrom(member.interviewId));
  void socket.leave(ownClientsLeaving(member.interviewId));
  void socket.leave(hostsOf(member.interviewId));
  // Clients cannot infer this from the list of participants: one who reconnects has another cursor.
  removeCursor(socket, member);
  presence.leave(member, isGraceful);
  leaveDocument(ctx, member);
}

function setTypingMode(namespace: RoomNamespace, interviewId: string, mode: TypingMode): void {
  for (const id of namespace.adapter.rooms.get(roomOf(interviewId)) ?? []) {
    const member = namespace.sockets.get(id)?.data.member;
    if (member) member.typingMode = mode;
  }
}

function removeCursor(socket: RoomSocket, { interviewId }: RoomMember): void {
  const { cursor } = socket.data;
  const removal = cursor && removedAwareness(cursor.update);
  if (removal) socket.nsp.to(ownClientsOf(interviewId)).except(socket.id).emit('document:awareness', removal);
  socket.data.cursor = null;
}

function occupied(namespace: RoomNamespace): string[] {
  return localGroups(namespace, ROOM);
}

/** Returns the ids of this node's Socket.IO rooms of one kind. */
function localGroups(namespace: RoomNamespace, kind: string): string[] {
  return [...namespace.adapter.rooms.keys()].flatMap((group) =>
    group.startsWith(kind) ? group.slice(kind.length) : [],
  );
}

function localRooms(namespace: RoomNamespace): LocalRooms {
  return {
    occupied: () => occupied(namespace),
    hosted: () => localGroups(namespace, HOSTED),
    awaited: () => localGroups(namespace, AWAITED),
    waiting: () =>
      [...namespace.sockets.values()].flatMap(({ data }) => (data.waiting && data.identity?.participant.id) ?? []),
    closeHere(interviewId, ended) {
      namespace.local.to(everyoneOf(interviewId)).emit('sessionEnded', ended);
      namespace.local.in(everyoneOf(interviewId)).disconnectSockets(true);
    },
    readRunsHere(interviewIds) {
      if (interviewIds.length > 0) namespace.local.to(interviewIds.map(ownClientsOf)).emit('run:changed');
    },
    readQuestionsHere(interviewIds) {
      if (interviewIds.length > 0) namespace.local.to(interviewIds.map(ownClientsOf)).emit('question:changed');
    },
    showRuleHere(interviewId, rule) {
      namespace.local.to(roomOf(interviewId)).emit('room:rule', { rule });
    },
    signIns: () => localGroups(namespace, SIGN_IN),
    closeSignInsHere(ids) {
      if (ids.length > 0) namespace.local.in(ids.map(authSessionRoom)).disconnectSockets(true);
    },
    accounts: () => [...namespace.sockets.values()].flatMap((socket) => accountIn(socket) ?? []),
    closeAccountsHere(accounts) {
      for (const socket of accounts.length > 0 ? namespace.sockets.values() : []) {
        const here = accountIn(socket);
        if (accounts.some((each) => each.interviewId === here?.interviewId && each.userId === here.userId))
          socket.disconnect(true);
      }
    },
    candidates: () => localGroups(namespace, PARTICIPANT),
    closeCandidatesHere(ids) {
      for (const id of ids) disconnectParticipant(namespace.local, id);
    },
    closeExpiredHere() {
      for (const socket of namespace.sockets.values())
        if ((socket.data.identity?.endsAt ?? Infinity) <= Date.now()) socket.disconnect(true);
    },
  };
}

/** Returns the account of a socket and the interview whose room it is in, or null. */
function accountIn({ data: { member } }: RoomSocket): AccountInRoom | null {
  if (!member || member.authSessionId === null) return null;
  return { interviewId: member.interviewId, userId: member.participant.id };
}

function admissionSockets(namespace: RoomNamespace, isWithheld: SocketContext['isWithheld']): AdmissionSockets {
  const inGroups = (groups: string[]) =>
    new Set(groups.flatMap((group) => [...(namespace.adapter.rooms.get(group) ?? [])]));
  return {
    candidates: (interviewId) =>
      [...inGroups(interviewId === undefined ? candidateGroups(namespace) : everyoneOf(interviewId))].flatMap((id) => {
        const data = namespace.sockets.get(id)?.data;
        if (data?.identity?.authSessionId !== null || !data.caller) return [];
        // Their last lines may be on the way; whoever decided lets all nodes apply it soon.
        if (interviewId === undefined && isWithheld(data.identity.participant.id)) return [];
        return [data.caller];
      }),
    hosted(interviewId) {
      if (interviewId === undefined) return localGroups(namespace, HOSTED);
      return namespace.adapter.rooms.has(hostsOf(interviewId)) ? [interviewId] : [];
    },
    tellHosts(interviewId, admissions) {
      namespace.local.to(hostsOf(interviewId)).emit('room:admissions', admissions);
    },
  };
}

const candidateGroups = (namespace: RoomNamespace) => localGroups(namespace, PARTICIPANT).map(participantRoom);

function disconnectParticipant(namespace: Pick<RoomNamespace, 'in'>, participantId: string): void {
  const sockets = namespace.in(participantRoom(participantId));
  sockets.emit('participant:removed', { message: REMOVED_MESSAGE });
  sockets.disconnectSockets(true);
}

function liveRooms(
  namespace: RoomNamespace,
  presence: Presence,
  nodes: OtherNodes | null,
): Omit<LiveRooms, 'drain' | 'syncAdmissions' | 'withhold' | 'isWithholding'> {
  return {
    async requestFlush(interviewId, of = 'everyone') {
      const groups = [ownClientsLeaving(interviewId), ...(of === 'everyone' ? [ownClientsOf(interviewId)] : [])];
      const own = namespace.to(groups).timeout(FLUSH_WITHIN_MS);
      // The end does not wait for clients that do not acknowledge in time.
      await own.emitWithAck('document:flush').catch(() => {});
    },
    async close(interviewId, ended) {
      const room = namespace.in(everyoneOf(interviewId));
      room.emit('sessionEnded', ended);
      presence.forget(interviewId);
      if (nodes) namespace.serverSideEmit('room:closed', interviewId);
      setTimeout(() => room.disconnectSockets(true), CLOSE_AFTER_MS);
    },
    announce(interviewId, event, ...args) {
      emitTo(namespace, ownClientsOf(interviewId))(event, ...args);
    },
    showRule: (interviewId, rule) => emitToAll(namespace, interviewId)('room:rule', { rule }),
    async remove(participantId) {
      disconnectParticipant(namespace, participantId);
      await nodes?.act(null);
    },
    async closeAuthSessions(authSessionIds) {
      if (authSessionIds.length === 0) return;
      namespace.in(authSessionIds.map(authSessionRoom)).disconnectSockets(true);
      await nodes?.act(null);
    },
  };
}
