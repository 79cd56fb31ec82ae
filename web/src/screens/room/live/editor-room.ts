import type { EventName, SendEvent } from '@cip/contracts/client-events';
import type { Atom } from '@tanstack/store';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { LiveCode, Replica } from '../../../features/documents/sync/live-code.ts';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import type { LiveRoom, RoomRuns } from './live-room.ts';

/** The events that change the list of files. */
export type FileEvent = Exclude<Extract<EventName, `file:${string}`>, 'file:allow'>;

/** The state that a room's files, output and preview depend on. */
export interface EditorRoomState extends Pick<
  RoomState,
  'language' | 'files' | 'filesAllowed' | 'isConnected' | 'barred'
> {
  self: { id: string } | null;
  ended: unknown;
}

/**
 * The parts of a room that its files, its output and its preview need. The page to try the editor has them as well, on
 * its device alone.
 */
export interface EditorRoom extends Pick<LiveRoom, 'userType' | 'panes' | 'onLeave'> {
  readonly connection: { readonly store: ReadableStore<EditorRoomState>; readonly request: SendEvent<FileEvent> };
  readonly code: Pick<LiveCode, 'shown' | 'follow' | 'textOf'> & {
    readonly replica: ReadableStore<Pick<Replica, 'gate' | 'cursors'>>;
  };
  readonly editor: Atom<EditorHandle | null>;
  readonly runs: ReadableStore<Pick<RoomRuns, 'session' | 'preview'> | null>;
}
