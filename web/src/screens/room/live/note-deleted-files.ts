import { noteDeleted } from '../../../features/documents/sync/length-limit.ts';
import type { LiveCode } from '../../../features/documents/sync/live-code.ts';
import type { RoomConnection } from '../../../features/rooms/connection/room-connection.ts';

/** Keeps the document of a room told which of its files are deleted, for the words about its limit. */
export function noteDeletedFiles({ code, connection }: { code: LiveCode; connection: RoomConnection }): void {
  const note = () => noteDeleted(code.gate.editing, connection.store.get().files.deleted);
  note();
  connection.store.subscribe(note);
  code.replica.subscribe(note);
}
