import { FLUSH_TIMEOUT_MS } from './limits.ts';
import type { DocumentChannel } from './document-channel.ts';
import type { RoomState } from './room-state.ts';
import type { ServerEventHandlers } from './socket-link.ts';

/** The targets of a room's events. */
interface RoomEventTarget {
  document: () => DocumentChannel | null;
  participants: () => RoomState['participants'];
  set: (change: Partial<RoomState>) => void;
  /** Sets facts that a reply under way may have older. */
  show: (news: Partial<RoomState>) => void;
}

/**
 * Returns the handlers of the events that leave the connection as it is. `user:online` and `user:offline` need none:
 * the participant list shows presence.
 */
export function roomEventHandlers({ document, participants, set, show }: RoomEventTarget): ServerEventHandlers {
  return {
    participantList: ({ participants: list }) => set({ participants: list }),
    userJoined: ({ userName }) => set({ announcement: `${userName} joined.` }),
    userLeft: ({ userName }) => {
      // The list still has the one who left. If it has the name twice, for example of two devices, that name is here.
      const places = participants().filter(({ name }) => name === userName).length;
      if (places <= 1) set({ announcement: `${userName} disconnected.` });
    },
    typingModeChanged: ({ mode }) => show({ typingMode: mode }),
    'document:update': (update) => document()?.receive(update),
    'document:awareness': (update) => document()?.moveCursor(update),
    'document:resync': () => document()?.resync(),
    'document:flush': (ack) => void document()?.save(FLUSH_TIMEOUT_MS).then(ack),
  };
}
