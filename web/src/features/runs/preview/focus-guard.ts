/** How long after a press of Tab the focus may go into a preview (ms). */
const TAB_WITHIN_MS = 300;
/** A program that takes the focus this often within a minute loses its preview. */
const THEFTS_MAX = 20;
const MINUTE_MS = 60_000;

/**
 * Gives the focus back to where it was if the program of a preview takes it: a person enters with the pointer over the
 * frame, or with Tab. Calls `beaten` if the program does not give up. Ends with the signal.
 */
export function guardFocus(frameOf: () => HTMLIFrameElement, signal: AbortSignal, beaten: () => void): void {
  let tabbedAt = -Infinity;
  let owner: HTMLElement | null = null;
  let thefts: number[] = [];
  const remember = () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement !== frameOf()) owner = activeElement;
  };
  const look = () => {
    const now = performance.now();
    const frame = frameOf();
    const isEntered = frame.matches(':hover') || now - tabbedAt < TAB_WITHIN_MS;
    if (document.activeElement !== frame || isEntered) return;
    thefts = [...thefts.filter((at) => now - at < MINUTE_MS), now];
    if (thefts.length > THEFTS_MAX) beaten();
    else owner?.focus();
  };
  remember();
  document.addEventListener('focusin', remember, { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && (tabbedAt = performance.now()), {
    signal,
    capture: true,
  });
  // In the handler itself the page would have the focus, but the keys would still go into the frame; and Firefox says
  // only afterwards that the frame has it.
  window.addEventListener('blur', () => setTimeout(() => signal.aborted || look()), { signal });
}
