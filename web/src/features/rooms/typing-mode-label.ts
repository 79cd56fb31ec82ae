import type { TypingMode } from '@cip/contracts/rooms/rooms';

/** Labels of the typing modes (spec section 4). */
export const TYPING_MODE_LABELS: Record<TypingMode, string> = {
  enter: 'On Enter only',
  instant: 'Realtime (each key)',
};
