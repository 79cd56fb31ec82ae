const rooms = new Set<object>();

/** Says that this tab is in a live interview, until the returned function is called: nothing may reload it meanwhile. */
export function beLive(): () => void {
  const room = {};
  rooms.add(room);
  return () => void rooms.delete(room);
}

/** True while this tab is in a live interview. */
export function isLive(): boolean {
  return rooms.size > 0;
}
