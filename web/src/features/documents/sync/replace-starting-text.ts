import { DEFAULT_CODE } from '@cip/contracts/rooms/documents';
import { FROM_PAGE } from './replace-from.ts';
import type { Delta } from './text-delta.ts';
import type { TypingGate } from './typing-gate.ts';

/** Origin of removing the starting text. */
const REPLACED = Symbol('replaced');

/**
 * Removes the untouched starting text of a room when its user types or pastes the first text into it, as one step of
 * their undo. A first line break or blank keeps it: who goes on below it wants it there.
 */
export function replaceStartingText(gate: TypingGate): void {
  const { text, undoManager, undoSteps } = gate;
  undoManager.trackedOrigins.add(REPLACED);
  /** Where the user types into the starting text; null while it is not that text. */
  let at: number | null = null;
  text.observe(({ delta }, { origin }) => {
    if (!undoManager.trackedOrigins.has(origin) || origin === FROM_PAGE || origin === undoManager) return;
    at ??= placeInStartingText(delta, text.length);
    if (at === null || !isAround(at, text.toString())) return void (at = null);
    // A change beside a composed word would end its composition: it is removed with the next change.
    if (undoSteps.isComposing) return;
    // The editor that typed is in the middle of its change.
    queueMicrotask(remove);
  });

  function remove(): void {
    const from = at;
    at = null;
    if (from === null || !isAround(from, text.toString())) return;
    const isSent = !gate.isHolding;
    undoSteps.join();
    gate.editing.transact(() => {
      const behind = DEFAULT_CODE.length - from;
      text.delete(text.length - behind, behind);
      text.delete(0, from);
    }, REPLACED);
    if (isSent) gate.flush();
  }
}

/** Returns where a change inserts text into the starting text; null for every other change. */
function placeInStartingText(delta: Delta, length: number): number | null {
  const { insert } = delta.at(-1) ?? {};
  const isOne = delta.length === 1 || (delta.length === 2 && delta[0]?.retain !== undefined);
  if (!isOne || typeof insert !== 'string' || !/^\S/.test(insert)) return null;
  return length === DEFAULT_CODE.length + insert.length ? (delta[0]?.retain ?? 0) : null;
}

/** Whether a text is the starting text with another text inserted at an index. */
function isAround(at: number, text: string): boolean {
  const isLonger = text.length > DEFAULT_CODE.length;
  return isLonger && text.startsWith(DEFAULT_CODE.slice(0, at)) && text.endsWith(DEFAULT_CODE.slice(at));
}
