import { createAtom } from '@tanstack/store';

/** How long the hint about the Tab key is shown (ms). */
const TOLD_FOR_MS = 10_000;

/** The effect of the Tab key in the editor, and whether the page tells how to leave. */
export const tabKey = createAtom({ leaves: false, isTold: false });

let wasTold = false;

/** Call it after the editor changed what Tab does. */
export function setTabLeaves(leaves: boolean): void {
  tabKey.set({ leaves, isTold: false });
}

/** Call it for each Tab in the editor; the first one that indents shows the hint for ten seconds. */
export function tabPressed(): void {
  if (wasTold || tabKey.get().leaves) return;
  wasTold = true;
  tabKey.set({ leaves: false, isTold: true });
  setTimeout(() => tabKey.set((now) => ({ ...now, isTold: false })), TOLD_FOR_MS);
}
