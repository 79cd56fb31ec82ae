import type { Server as HttpServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import type { ClientEvent } from '@cip/contracts/events';
import { Handshake, PACKET_MAX_BYTES, PROVE_WITHIN_MS, ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { Server, type Namespace, type Socket } from 'socket.io';
import { Compile } from 'typebox/compile';
import type { AppContext } from '../../context.ts';
import { AppError, errorBody, notFound, toAppError, unauthenticated } from '../../errors.ts';
import type { RedisConnections } from '../../platform/redis.ts';
import { stopReading } from '../documents/documents.service.ts';
import { findInterviewForRoom } from '../interviews/interviews.service.ts';
import type { LiveRooms } from './live-rooms.ts';
import type { Presence, PresenceListener } from './presence.ts';
import { prove } from './prove.ts';
import type { Proof, RoomMember, RoomRef, ServerEvents, TellRoom } from './room-member.ts';
import { roomEvents, type RoomCaller } from './rooms.events.ts';
import { participantList, tellLeft } from './rooms.service.ts';
import { SharedPresence } from './shared-presence.ts';
import { SinglePresence } from './single-presence.ts';
import type { Registered } from './socket-events.ts';
import { TokenBucket } from './token-bucket.ts';

interface SocketData {
  room: RoomRef;
  handshake: Handshake;
  proof: Proof | null;
  member: RoomMember | null;
}

type ClientEvents = Record<string, (...args: unknown[]) => void>;
type RoomSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
type RoomNamespace = Namespace<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
type GatewayContext = Omit<AppContext, 'rooms'>;

/** Events one socket may send in a second, and in one burst; typing in both modes stays far below. */
const EVENTS_PER_SECOND = 60;
const EVENTS_BURST = 180;
/** How long own clients get to send what the typing mode holds back, in milliseconds. */
const FLUSH_WITHIN_MS = 1_000;
/** How long after the end the sockets are closed, so that the last acknowledgements arrive, in milliseconds. */
const CLOSE_AFTER_MS = 250;
/** Engine pings find a dead peer this fast; own clients have a quicker heartbeat of their own. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 8_000;

const roomOf = (interviewId: string) => `room:${interviewId}`;
const ownClientsOf = (interviewId: string) => `own:${interviewId}`;
const authSessionRoom = (authSessionId: string) => `auth:${authSessionId}`;

const checkHandshake = Compile(Handshake);

/** Opens the rooms on the HTTP server: the one place that knows Socket.IO. */
export function openGateway(httpServer: HttpServer, base: GatewayContext): LiveRooms {
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>(httpServer, {
    maxHttpBufferSize: PACKET_MAX_BYTES,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    serveClient: false,
    cors: { origin: base.config.corsOrigins },
    allowRequest: (request, done) => done(null, isAllowedOrigin(base, request.headers)),
    ...(base.redis && { adapter: redisAdapter(base.redis) }),
  });
  const namespace: RoomNamespace = io.of(ROOMS_NAMESPACE);
  const listener: PresenceListener = {
    left: (interviewId, participant) =>
      void tellLeft(presence, tellAll(namespace, interviewId), interviewId, participant),
    changed: (interviewId) =>
      void participantList(presence, interviewId).then((list) =>
        namespace.local.to(roomOf(interviewId)).emit('participantList', list),
      ),
  };
  const presence: Presence = base.redis
    ? new SharedPresence(base.redis.commands, listener)
    : new SinglePresence(listener);
  const rooms: LiveRooms = { ...liveRooms(namespace, presence), drain: () => drain(io, namespace, presence) };
  const events = roomEvents({ ...base, rooms }, presence);
  namespace.use((socket, next) => void passOn(admission(base, socket), next));
  namespace.on('connection', (socket) => {
    serve(namespace, socket, events, base, presence);
  });
  return rooms;
}

function tellAll(namespace: RoomNamespace, interviewId: string): TellRoom {
  return (event, ...args) => void namespace.to(roomOf(interviewId)).emit(event, ...args);
}

async function drain(io: { close(): Promise<void> }, namespace: RoomNamespace, presence: Presence): Promise<void> {
  namespace.local.emit('server:draining');
  presence.close();
  // Closing the engine's connection makes clients reconnect, elsewhere; a disconnect packet would not.
  for (const socket of namespace.sockets.values()) socket.conn.close();
  await io.close();
}

function redisAdapter({ commands, subscriber }: RedisConnections) {
  // The adapter does not catch a failed publish; in an outage that would end the process.
  const publisher = commands.duplicate();
  publisher.on('error', () => {});
  const publish = publisher.publish.bind(publisher);
  publisher.publish = (...args: Parameters<typeof publish>) => publish(...args).catch(() => 0);
  const listener = subscriber.duplicate();
  listener.on('error', () => {});
  return createAdapter(publisher, listener, { requestsTimeout: 1_000 });
}

// Socket.IO's `cors` does not look at WebSockets. A browser always says its origin; programs may not.
function isAllowedOrigin(
  { config }: GatewayContext,
  headers: { origin?: string | undefined; host?: string | undefined },
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

async function admit(ctx: GatewayContext, socket: RoomSocket): Promise<void> {
  const handshake: unknown = socket.handshake.auth;
  if (!checkHandshake.Check(handshake)) throw new AppError('invalid', 'The connection request is not valid.');
  if (ctx.config.socketAppKey !== null && handshake.appKey !== ctx.config.socketAppKey)
    throw unauthenticated('The app key is not valid.');
  const interview = await findInterviewForRoom(ctx.db, handshake.roomCode);
  if (!interview) throw notFound('Session not found');
  if (interview.status !== 'active') throw new AppError('ended', 'This session is not open.');
  const room = { interviewId: interview.id, companyId: interview.company_id, roomCode: interview.room_code };
  const proof = handshake.authToken ? await prove(ctx, room, handshake.authToken, handshake.userName) : null;
  socket.data = { room, handshake, proof, member: null };
}

async function passOn(admitted: Promise<Error | undefined>, next: (error?: Error) => void): Promise<void> {
  next(await admitted);
}

/** Nothing when the socket may connect, else what its `connect_error` says. */
async function admission(ctx: GatewayContext, socket: RoomSocket): Promise<Error | undefined> {
  try {
    await admit(ctx, socket);
    return undefined;
  } catch (error) {
    return connectError(error);
  }
}

function connectError(error: unknown): Error {
  const failure = toAppError(error);
  return Object.assign(new Error(failure.message), { data: errorBody(failure) });
}

function serve(
  namespace: RoomNamespace,
  socket: RoomSocket,
  events: Registered<RoomCaller>[],
  ctx: GatewayContext,
  presence: Presence,
): void {
  const caller: RoomCaller = {
    room: socket.data.room,
    handshake: socket.data.handshake,
    get proof() {
      return socket.data.proof;
    },
    get member() {
      return socket.data.member;
    },
    join: (proof) => join(namespace, socket, proof),
    leave: (graceful) => leave(socket, ctx, presence, graceful),
  };
  const bucket = new TokenBucket(EVENTS_PER_SECOND, EVENTS_BURST);
  for (const registered of events) {
    on(socket, registered, caller, ctx, bucket);
  }
  const proveWithin = setTimeout(() => {
    if (!socket.data.member) socket.disconnect(true);
  }, PROVE_WITHIN_MS);
  socket.on('disconnect', () => {
    clearTimeout(proveWithin);
    leave(socket, ctx, presence, false);
  });
}

/** The one way an event reaches a handler: rate, who may, schema, handler, acknowledgement. */
function on(
  socket: RoomSocket,
  registered: Registered<RoomCaller>,
  caller: RoomCaller,
  ctx: GatewayContext,
  bucket: TokenBucket,
): void {
  socket.on(registered.event.name, (...args) => {
    const last = args.at(-1);
    const answer = (reply: unknown) => {
      if (typeof last === 'function') last(reply);
    };
    const refusal = ctx.config.rateLimits && !bucket.take() ? tooFast() : refuse(registered.event, caller);
    if (refusal) return answer({ ok: false, error: errorBody(refusal) });
    const payload = typeof args[0] === 'function' ? undefined : args[0];
    void registered.run(caller, payload, ctx.log).then(answer);
  });
}

const tooFast = () => new AppError('too_many_requests', 'Too many events. Please slow down.');

function refuse(event: ClientEvent, caller: RoomCaller): AppError | null {
  if (event.from === 'unproven') return null;
  if (!caller.member) return unauthenticated('Please join the session first.');
  if (event.from === 'interviewer' && caller.member.participant.type !== 'interviewer')
    return new AppError('forbidden', 'Only the interviewer can do this.');
  return null;
}

async function join(namespace: RoomNamespace, socket: RoomSocket, proof: Proof): Promise<RoomMember> {
  const { room } = socket.data;
  const name = roomOf(room.interviewId);
  socket.data.proof = proof;
  await socket.join(proof.authSessionId ? [name, authSessionRoom(proof.authSessionId)] : name);
  const member: RoomMember = {
    ...room,
    ...proof,
    socketId: socket.id,
    send: (event, ...args) => void socket.emit(event, ...args),
    tellOthers: (event, ...args) =>
      void namespace
        .to(name)
        .except(socket.id)
        .emit(event, ...args),
    tellAll: tellAll(namespace, room.interviewId),
    tellCursors: (update) =>
      void namespace.to(ownClientsOf(room.interviewId)).except(socket.id).volatile.emit('document:awareness', update),
    becomeOwn: () => void socket.join(ownClientsOf(room.interviewId)),
  };
  socket.data.member = member;
  return member;
}

function leave(socket: RoomSocket, ctx: GatewayContext, presence: Presence, graceful: boolean): void {
  const { member } = socket.data;
  if (!member) return;
  socket.data.member = null;
  void socket.leave(roomOf(member.interviewId));
  void socket.leave(ownClientsOf(member.interviewId));
  presence.leave(member, graceful);
  void stopReading(ctx, member);
}

function liveRooms(namespace: RoomNamespace, presence: Presence): Omit<LiveRooms, 'drain'> {
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
      setTimeout(() => room.disconnectSockets(true), CLOSE_AFTER_MS);
    },
    async closeAuthSessions(authSessionIds) {
      if (authSessionIds.length > 0) namespace.in(authSessionIds.map(authSessionRoom)).disconnectSockets(true);
    },
  };
}
