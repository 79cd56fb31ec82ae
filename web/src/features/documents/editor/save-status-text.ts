import { formatTime } from '../../../shared/format.ts';
import type { CodeState } from '../sync/live-code.ts';

/** The saves of the Save button; a candidate has none. */
export interface SaveQueue {
  isSaving: boolean;
  /** Saves stored on this device until the server can be reached. */
  waiting: number;
  /** Saves that the server refused permanently. */
  refused: number;
  /** The last save could be stored neither by the server nor by this device. */
  isLost: boolean;
}

/** The part of the code's state that the text describes. */
export type SavedCode = Pick<CodeState, 'sync' | 'isHolding' | 'hasText' | 'isStored' | 'isOpen'> &
  Partial<Pick<CodeState, 'isTypingAside'>>;

export interface SaveStatus {
  kind: 'saving' | 'saved' | 'held' | 'queued' | 'failed';
  text: string;
}

const NONE: SaveQueue = { isSaving: false, waiting: 0, refused: 0, isLost: false };

/** Returns the save status; the worst one wins, so code is never called saved while a part of it is not. */
export function describeSaveStatus(
  { sync, isHolding, hasText, isStored, isOpen, isTypingAside = false }: SavedCode,
  saves: SaveQueue = NONE,
): SaveStatus {
  if (sync.kind === 'refused') return { kind: 'failed', text: `Not saved: ${sync.error.message}` };
  const isWaiting = sync.kind === 'waiting' || isTypingAside || (isHolding && !isOpen);
  if (isWaiting && !isStored) return { kind: 'failed', text: 'Not saved, only in this tab' };
  if (saves.isLost) return { kind: 'failed', text: 'Not saved' };
  if (saves.refused > 0) return { kind: 'failed', text: 'Couldn’t save' };
  // Not "Saved …", because only the server's copy is called that.
  if (isWaiting || saves.waiting > 0) return { kind: 'queued', text: 'Not synced yet, kept on this device' };
  if (sync.kind === 'saving' || saves.isSaving) return { kind: 'saving', text: 'Saving…' };
  if (isHolding) return { kind: 'held', text: 'Press Enter to send' };
  if (!hasText) return { kind: 'saved', text: '' };
  return { kind: 'saved', text: sync.at === null ? 'Saved' : `Saved at ${formatTime(sync.at)}` };
}
