import type { KeyboardEvent } from 'react';
import type { LiveRoom } from '../live/live-room.ts';
import { pressRun } from '../runs/load-runs.ts';
import { hasTests } from '../runs/has-tests.ts';

/**
 * Control or ⌘ with Enter runs the code from everywhere in the room, before an editor inserts a line; with Shift it runs
 * the tests of a room that has some.
 */
export function runByKey(event: KeyboardEvent, room: LiveRoom): void {
  const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
  const state = room.connection.store.get();
  if (!isRun || state.ended || (event.shiftKey && !hasTests(state))) return;
  event.preventDefault();
  event.stopPropagation();
  // If a key is held down, that is one press.
  if (!event.repeat) pressRun(room, event.shiftKey);
}
