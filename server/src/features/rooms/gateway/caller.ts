import { AUTHENTICATE_WITHIN_MS } from '@cip/contracts/rooms/rooms';
import type { RoomCaller } from '../room-member.ts';
import { acceptMember, joinRoom, leaveRoom } from './member.ts';
import { passEvents, type EventListener } from './pass-events.ts';
import type { RoomSocket, SocketContext } from './socket.ts';
import { stopWaiting, tellWaiting, waitForRoom } from './waiting.ts';

/** Passes the events of a connected socket to their handlers until it disconnects. */
export function serveSocket(
  socket: RoomSocket,
  listeners: ReadonlyMap<string, EventListener>,
  ctx: SocketContext,
): void {
  const { data } = socket;
  data.caller = callerOf(socket, ctx);
  passEvents(socket, listeners, ctx);
  const authenticateTimer = setTimeout(() => {
    if (!data.member && !data.waiting) socket.disconnect(true);
  }, AUTHENTICATE_WITHIN_MS);
  socket.on('disconnect', (reason) => {
    clearTimeout(authenticateTimer);
    // A client that the server disconnected gets no time to reconnect.
    leaveRoom(socket, ctx, reason === 'server namespace disconnect');
    stopWaiting(socket, ctx);
  });
}

function callerOf(socket: RoomSocket, ctx: SocketContext): RoomCaller {
  const { data } = socket;
  return {
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
    inTurn: (task) => ctx.connectionLimits.joinInTurn(data.network, task),
    join: (identity, typingMode) => joinRoom(socket, identity, typingMode, ctx),
    accept: (member) => acceptMember(socket, member, ctx),
    leave: (isGraceful) => leaveRoom(socket, ctx, isGraceful),
    wait: (identity, state) => waitForRoom(socket, identity, state, ctx),
    tellWaiting: (state) => tellWaiting(socket, state),
  };
}
