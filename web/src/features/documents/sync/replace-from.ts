import type { TypingGate } from './typing-gate.ts';

/** Origin of edits that the page makes for its user. */
const FROM_PAGE = Symbol('from the page');

/**
 * Replaces the text from `from` to its end, and sends it: one edit, and one step of the user's undo. What others typed
 * meanwhile and this page has not received stays.
 */
export function replaceFrom(gate: TypingGate, { from, text }: { from: number; text: string }): void {
  const { editing, undoManager, undoSteps } = gate;
  undoManager.trackedOrigins.add(FROM_PAGE);
  undoSteps.announce('other');
  undoSteps.end();
  undoManager.stopCapturing();
  editing.transact(() => {
    gate.text.delete(from, gate.text.length - from);
    gate.text.insert(from, text);
  }, FROM_PAGE);
  undoSteps.end();
  undoManager.stopCapturing();
  gate.flush();
}
