import type { Ack, ClientEvent } from '@cip/contracts/protocol/events';
import { AppError, errorBody, forbidden, toAppError, unauthenticated, waiting } from '../../../errors.ts';
import { tooManyFields } from '../../../platform/http/errors/field-errors.ts';
import type { RegisteredEvent } from '../events/socket-events.ts';
import { TOO_MANY_FIELDS } from '../limits/bounded-decoder.ts';
import { eventNameOf } from '../limits/event-limits.ts';
import { isLargeReply } from '../limits/reply-limits.ts';
import { endConnection, isDead } from '../limits/unread-bytes.ts';
import type { RoomCaller } from '../room-member.ts';
import { participantOf, type RoomSocket, type SocketContext } from './socket.ts';

/**
 * Events, custom ones by their own names, whose replies contain nothing of the room; candidates may still send them
 * while they are being taken out.
 */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  'subscribe',
  'unsubscribe',
  'heartbeat',
  'codeChange',
  'document:update',
  'document:offline',
]);

/** A listener of an event, which serves every socket of a node: one for each socket took 10 KB of a connection. */
export type EventListener = (socket: RoomSocket, args: unknown[]) => void;

/**
 * Passes the events of a socket to the listeners of its node, and refuses those beyond the limits, known or not.
 * Socket.IO gets none of the listeners, because its own table of their names takes 3 KB of each connection. It would
 * also call them a tick later than acknowledgements, so that one could overtake the text that was sent before it.
 */
export function passEvents(
  socket: RoomSocket,
  listeners: ReadonlyMap<string, EventListener>,
  ctx: SocketContext,
): void {
  socket.use(([name, ...args]: [string, ...unknown[]]) => {
    // A packet that came before the connection closed is read after it.
    if (!socket.connected) return;
    const isAllowed = ctx.roomLimits.takeEvent(socket.conn, participantOf(socket), name, payloadOf(args));
    const refusal = !isAllowed ? tooFast() : name === TOO_MANY_FIELDS ? tooManyFields() : null;
    if (refusal) acknowledge(socket, args, recordReply(socket, ctx, 'any event', failureOf(refusal)));
    else listeners.get(name)?.(socket, args);
  });
}

/**
 * Returns the listener that passes an event to its handler: it checks the sender, then the payload, and acknowledges.
 * The rate was checked before.
 */
export function listenerOf(registered: RegisteredEvent<RoomCaller>, ctx: SocketContext): EventListener {
  const { event } = registered;
  return (socket, args) => {
    const { caller } = socket.data;
    if (!caller) return;
    const payload = payloadOf(args);
    const name = eventNameOf(event.name, payload);
    const saysNothing = SAYS_NOTHING.has(name);
    const mayHear = () => saysNothing || mayHearOfRoom(socket, ctx);
    const refusal = refusalOf(event, caller) ?? (mayHear() ? null : waiting());
    if (refusal) return acknowledge(socket, args, recordReply(socket, ctx, event.name, failureOf(refusal)));
    const { member } = caller;
    const run = () => registered.run(caller, payload, ctx.log);
    void runWithinLimits(socket, name, run, ctx).then((reply) => {
      recordReply(socket, ctx, event.name, reply);
      // A candidate may have been taken out meanwhile.
      const isForThem = !reply.ok || saysNothing || (caller.member === member && mayHear());
      acknowledge(socket, args, isForThem ? reply : failureOf(waiting()));
    });
  };
}

/** Runs an event. If its reply is large, it waits for its turn, and is refused if the sender has read too much. */
async function runWithinLimits(
  socket: RoomSocket,
  name: string,
  run: () => Promise<Ack<ClientEvent>>,
  { roomLimits }: SocketContext,
): Promise<Ack<ClientEvent>> {
  const participant = participantOf(socket);
  if (!participant || !isLargeReply(name)) return run();
  return roomLimits.runReply(participant, name, run).catch((error: unknown) => failureOf(toAppError(error)));
}

function mayHearOfRoom({ data: { room, identity } }: RoomSocket, { isWithheld }: SocketContext): boolean {
  return identity === null || !isWithheld(room, identity);
}

/** Returns the reason if a caller may not send an event, else null. */
function refusalOf(event: ClientEvent, caller: RoomCaller): AppError | null {
  if (event.from === 'unauthenticated') return null;
  if (caller.waiting) return waiting();
  if (!caller.member) return unauthenticated('Please join the session first.');
  if (event.from === 'interviewer' && caller.member.participant.type !== 'interviewer')
    return forbidden('Only the interviewer can do this.');
  return null;
}

/** Records a reply that refuses an event. Returns the reply. */
function recordReply(
  { data }: RoomSocket,
  { refusals }: SocketContext,
  what: string,
  reply: Ack<ClientEvent>,
): Ack<ClientEvent> {
  if (!reply.ok) refusals.record({ at: 'event', what, code: reply.error.code, network: data.network });
  return reply;
}

/** Acknowledges an event if the client asked for it. */
function acknowledge(socket: RoomSocket, args: unknown[], reply: Ack<ClientEvent>): void {
  const last = args.at(-1);
  // The replies of one connection could fill the memory between two checks of all of them.
  if (isDead(socket.conn)) endConnection(socket.conn);
  else if (typeof last === 'function') last(reply);
}

const payloadOf = ([first]: unknown[]) => (typeof first === 'function' ? undefined : first);
const failureOf = (error: AppError): Ack<ClientEvent> => ({ ok: false, error: errorBody(error) });
const tooFast = () => new AppError('too_many_requests', 'Too many events. Please slow down.');
