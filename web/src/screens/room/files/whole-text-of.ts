import type { LiveRoom } from '../live/live-room.ts';

/** Returns the texts of all files of a room as one, for a copy. */
export function wholeTextOf({ code, connection }: LiveRoom): string {
  const { files, deleted } = connection.store.get().files;
  return code.wholeText([...files, ...deleted]);
}
