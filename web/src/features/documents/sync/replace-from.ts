import type { TypingGate } from './typing-gate.ts';

/** Origin of edits that the page makes for its user. */
export const FROM_PAGE = Symbol('from the page');

/**
 * Replaces the text from `from` to its end, and sends it as one edit, which is one step of the user's undo. If others
 * typed text meanwhile that this page has not received, it stays.
 */
export function replaceFrom(gate: TypingGate, { from, text }: { from: number; text: string }): void {
  editForUser(gate, () => {
    gate.text.delete(from, gate.text.length - from);
    gate.text.insert(from, text);
  });
  gate.flush();
}

/** Makes an edit for the user, which is one step of their undo. The typing mode decides when it is sent. */
export function editForUser({ editing, undoManager, undoSteps }: TypingGate, edit: () => void): void {
  undoManager.trackedOrigins.add(FROM_PAGE);
  undoSteps.announce('other');
  undoSteps.end();
  undoManager.stopCapturing();
  editing.transact(edit, FROM_PAGE);
  undoSteps.end();
  undoManager.stopCapturing();
}
