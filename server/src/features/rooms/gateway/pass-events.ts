import type { Ack, ClientEvent } from '@cip/contracts/protocol/events';
import { AppError, errorBody, toAppError, unauthenticated, waiting } from '../../../errors.ts';
import { tooManyFields } from '../../../platform/http/errors/field-errors.ts';
import type { RegisteredEvent } from '../events/socket-events.ts';
import { TOO_MANY_FIELDS } from '../limits/bounded-decoder.ts';
import { EventLimits } from '../limits/event-limits.ts';
import { ReplyLimits } from '../limits/reply-limits.ts';
import type { RoomLimits } from '../limits/room-limits.ts';
import { endConnection, isDead } from '../limits/unread-bytes.ts';
import type { RoomCaller } from '../room-member.ts';
import { type RoomSocket, type SocketContext, type RecordRefusal, refOf } from './socket.ts';

/** Refuses events beyond the limits, known events or not. */
export function limitEvents(socket: RoomSocket, limits: RoomLimits, recordRefusal: RecordRefusal): void {
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
export function on(
  socket: RoomSocket,
  registered: RegisteredEvent<RoomCaller>,
  caller: RoomCaller,
  ctx: SocketContext,
): void {
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

const tooFast = () => new AppError('too_many_requests', 'Too many events. Please slow down.');

function refuse(event: ClientEvent, caller: RoomCaller): AppError | null {
  if (event.from === 'unauthenticated') return null;
  if (caller.waiting) return waiting();
  if (!caller.member) return unauthenticated('Please join the session first.');
  if (event.from === 'interviewer' && caller.member.participant.type !== 'interviewer')
    return new AppError('forbidden', 'Only the interviewer can do this.');
  return null;
}
