import type { KeyboardEvent } from 'react';
import type { EditorRoom } from '../live/editor-room.ts';
import { hasTests } from '../runs/has-tests.ts';

/**
 * Control or ⌘ with Enter runs the code from everywhere in the room, before an editor inserts a line; with Shift it
 * runs the tests of a room that has some.
 */
export function runByKey(event: KeyboardEvent, { connection }: EditorRoom, press: (isTests: boolean) => void): void {
  const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey;
  const state = connection.store.get();
  if (!isRun || state.ended || (event.shiftKey && !hasTests(state))) return;
  event.preventDefault();
  event.stopPropagation();
  // If a key is held down, that is one press.
  if (!event.repeat) press(event.shiftKey);
}
