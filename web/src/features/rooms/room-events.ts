import { HAND_IN_WITHIN_MS } from './limits.ts';
import type { DocumentChannel } from './document-channel.ts';
import type { RoomState } from './room-state.ts';
import type { ServerEvents } from './socket-link.ts';

type Data<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>[0];

/** Handles one event of the server; answers what changes in the room's state, if anything. */
export function handleServerEvent(
  document: DocumentChannel | null,
  event: keyof ServerEvents,
  data: unknown,
  ack: () => void,
): Partial<RoomState> | undefined {
  switch (event) {
    case 'participantList':
      return { participants: (data as Data<'participantList'>).participants };
    case 'userJoined':
      return { announcement: `${(data as Data<'userJoined'>).userName} joined.` };
    case 'userLeft':
      return { announcement: `${(data as Data<'userLeft'>).userName} left.` };
    case 'typingModeChanged':
      return { typingMode: (data as Data<'typingModeChanged'>).mode };
    case 'document:language':
      return { language: (data as Data<'document:language'>).language };
    case 'document:update':
      document?.receive(data as string);
      return undefined;
    case 'document:awareness':
      document?.moveCursor(data as string);
      return undefined;
    case 'document:resync':
      document?.resync();
      return undefined;
    case 'document:flush':
      void document?.save(HAND_IN_WITHIN_MS).then(ack);
      return undefined;
    // Presence is shown from the list; the own subscription from its acknowledgement.
    case 'user:online':
    case 'user:offline':
    case 'subscription:succeeded':
    case 'unsubscription:succeeded':
    case 'codeChange':
    case 'sessionEnded':
    case 'participant:removed':
    case 'server:draining':
      return undefined;
  }
}
