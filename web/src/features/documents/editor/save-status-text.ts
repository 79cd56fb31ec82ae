import type { CodeState } from '../sync/live-code.ts';

/** What the Save button's own saves do; a candidate has none. */
export interface SaveQueue {
  isSaving: boolean;
  /** Saves kept on this device until the server can be reached. */
  waiting: number;
  /** Saves the server refused for good. */
  refused: number;
}

export interface SaveStatus {
  kind: 'saving' | 'saved' | 'held' | 'queued' | 'failed';
  text: string;
}

const NONE: SaveQueue = { isSaving: false, waiting: 0, refused: 0 };

/** Says where the code is: the worst that is true comes first, and nothing is called saved that is not. */
export function describeSaveStatus({ sync, isHolding, hasText, isKept }: CodeState, saves: SaveQueue = NONE): SaveStatus {
  if (sync.kind === 'refused') return { kind: 'failed', text: `Not saved: ${sync.error.message}` };
  if (sync.kind === 'waiting' && !isKept) return { kind: 'failed', text: 'Not saved: only in this tab' };
  if (saves.refused > 0) return { kind: 'failed', text: 'A save was refused' };
  if (sync.kind === 'waiting') return { kind: 'queued', text: 'Queued: kept on this device' };
  if (saves.waiting > 0) return { kind: 'queued', text: 'Queued: saved offline' };
  if (sync.kind === 'saving' || saves.isSaving) return { kind: 'saving', text: 'Saving…' };
  if (isHolding) return { kind: 'held', text: 'Not sent yet: press Enter' };
  if (!hasText) return { kind: 'saved', text: '' };
  return { kind: 'saved', text: sync.at === null ? 'Saved' : `Saved at ${clock(sync.at)}` };
}

/** Local time of day as HH:MM. */
function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}
