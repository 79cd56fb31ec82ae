import { AUTHENTICATE_WITHIN_MS } from '@cip/contracts/rooms/rooms';
import type { RegisteredEvent } from '../events/socket-events.ts';
import type { Presence } from '../presence/presence.ts';
import type { RoomCaller } from '../room-member.ts';
import { join, accept, leave } from './member.ts';
import { on } from './pass-events.ts';
import type { RoomNamespace, RoomSocket, SocketContext } from './socket.ts';
import { wait, tellWaiting, stopWaiting } from './waiting.ts';

export function registerEvents(
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
