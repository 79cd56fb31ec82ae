import { isStartingText } from '@cip/contracts/rooms/starting-text';
import { AROUND_CURSOR, FROM_PAGE } from './replace-from.ts';
import type { Delta } from './text-delta.ts';
import type { TypingGate } from '../typing-gate.ts';

/** Origin of removing the starting text. */
const REPLACED = Symbol('replaced');
const NOT_TYPED: ReadonlySet<unknown> = new Set([FROM_PAGE, AROUND_CURSOR]);

/**
 * Removes the untouched starting text of a room when its user types or pastes the first text into it, as one step of
 * their undo. If that text is a line break or a blank, the starting text stays, because a user who goes on below it
 * wants it there.
 */
export function replaceStartingText(gate: TypingGate): void {
  const { text, undoManager, undoSteps } = gate;
  undoManager.trackedOrigins.add(REPLACED);
  /** The starting text, split where the user types into it; null if the text is another one. */
  let around: Around | null = null;
  text.observe(({ delta }, { origin }) => {
    if (!undoManager.trackedOrigins.has(origin) || NOT_TYPED.has(origin) || origin === undoManager) return;
    around ??= splitByInsert(delta, text.toString());
    if (around === null || !isAround(around, text.toString())) return void (around = null);
    // A change beside a composed word would end its composition, so the text is removed with the next change.
    if (undoSteps.isComposing) return;
    // Not yet, because the editor that typed is in the middle of its change.
    queueMicrotask(remove);
  });

  function remove(): void {
    const found = around;
    around = null;
    if (found === null || !isAround(found, text.toString())) return;
    const isSent = !gate.isHolding;
    undoSteps.join();
    gate.editing.transact(() => {
      text.delete(text.length - found.behind.length, found.behind.length);
      text.delete(0, found.before.length);
    }, REPLACED);
    if (isSent) gate.flush();
  }
}

/** The parts of the starting text before and behind an inserted text. */
interface Around {
  before: string;
  behind: string;
}

/** Returns the starting text around the text that a change inserts into it; null for every other change. */
function splitByInsert(delta: Delta, text: string): Around | null {
  const { insert } = delta.at(-1) ?? {};
  const isOne = delta.length === 1 || (delta.length === 2 && delta[0]?.retain !== undefined);
  if (!isOne || typeof insert !== 'string' || !/^\S/.test(insert)) return null;
  const at = delta[0]?.retain ?? 0;
  const around = { before: text.slice(0, at), behind: text.slice(at + insert.length) };
  return isStartingText(around.before + around.behind) ? around : null;
}

/** Whether a text has another text inserted between the parts of the starting text. */
function isAround({ before, behind }: Around, text: string): boolean {
  const isLonger = text.length > before.length + behind.length;
  return isLonger && text.startsWith(before) && text.endsWith(behind);
}
