import type { DraftState } from '../../features/outbox/draft.ts';

const TEXTS = {
  untouched: '',
  typing: 'Saves automatically',
  saving: 'Saving…',
  saved: 'Draft saved.',
  queued: 'Saved on this device, waiting to sync',
} as const;

/** Returns the place of a draft, in a few words. */
export function draftText(state: DraftState): string {
  return state.kind === 'failed' ? state.message : TEXTS[state.kind];
}
