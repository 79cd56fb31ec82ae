const rooms = new Set<object>();

/**
 * Marks this tab as being in a live interview or on its join card, so that nothing reloads it, until the returned
 * function is called.
 */
export function markRoomActive(): () => void {
  const room = {};
  rooms.add(room);
  return () => void rooms.delete(room);
}

/** Returns true while this tab is in a live interview. */
export function hasActiveRoom(): boolean {
  return rooms.size > 0;
}
