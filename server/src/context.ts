import type { LiveDocuments } from './features/documents/live/live-documents.ts';
import type { ByRoomCode } from './features/interviews/room-code-misses.ts';
import type { LiveRooms } from './features/rooms/live-rooms.ts';
import type { PlatformContext } from './platform/context.ts';

/** What every service may need; created once at start and passed as an argument. */
export interface AppContext extends PlatformContext {
  /** Limits requests with room codes that lead nowhere. */
  byRoomCode: ByRoomCode;
  /** The open documents of this node. */
  documents: LiveDocuments;
  /** The live rooms of all nodes. */
  rooms: LiveRooms;
}
