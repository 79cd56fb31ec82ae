import type { IncomingMessage } from 'node:http';
import { errorBody, forbidden, toAppError } from '../../../errors.ts';
import { limitRoomCodes } from '../../interviews/admissions/room-code-misses.service.ts';
import { authorizeHandshake, isAllowedOrigin } from '../entering/handshake.ts';
import type { ConnectionLimits } from '../limits/connection-limits.ts';
import type { GatewayContext, RoomSocket } from './socket.ts';

/** Decides whether Engine.IO may accept a connection. Socket.IO's `cors` option does not apply to WebSockets. */
export async function allowConnection(
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

/** Authorizes a socket's handshake. Calls `next` with the error for its `connect_error`, or nothing. Never rejects. */
export async function authorizeSocket(
  ctx: GatewayContext,
  limits: ConnectionLimits,
  socket: RoomSocket,
  next: (error?: Error) => void,
): Promise<void> {
  const network = limits.networkOf(socket.request);
  try {
    await limits.takeHandshake(socket);
    const authorize = () => limits.connectInTurn(network, () => authorizeHandshake(ctx, socket.handshake.auth));
    const authorized = await limitRoomCodes(ctx, network, authorize);
    const unjoined = { member: null, isAccepted: false, waiting: null, caller: null, cursor: null };
    socket.data = { ...authorized, network, ...unjoined };
  } catch (error) {
    const failure = toAppError(error);
    ctx.refusals.record({ at: 'handshake', code: failure.code, what: 'room', network });
    return next(Object.assign(new Error(failure.message), { data: errorBody(failure) }));
  }
  next();
}
