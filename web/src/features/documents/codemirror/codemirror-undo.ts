import { Transaction } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import type { ViewUpdate } from '@codemirror/view';
import { ySyncAnnotation } from 'y-codemirror.next';
import type { TypingGate } from '../sync/typing-gate.ts';
import type { EditKind } from '../sync/undo-rule.ts';
import type { UndoSteps } from '../sync/undo-steps.ts';

/** Tells the steps to undo what CodeMirror knows of each edit. Has to come before the binding, which writes the edit. */
export function undoStepsOf(steps: UndoSteps): Extension {
  return ViewPlugin.define((view) => ({
    update({ transactions }: ViewUpdate) {
      for (const transaction of transactions) {
        if (transaction.annotation(ySyncAnnotation)) continue;
        if (transaction.docChanged) announce(steps, transaction);
        // A cursor that is moved ends a word, even when it comes back.
        else if (transaction.isUserEvent('select')) steps.end();
      }
      steps.isComposing = view.composing;
    },
    destroy() {
      steps.isComposing = false;
    },
  }));
}

/**
 * Brings the cursor to what is done again: y-codemirror.next would leave it where it was before the undo. Has to come
 * after the binding.
 */
export function cursorAtRedone({ undoManager, undoSteps }: TypingGate): Extension {
  return ViewPlugin.define((view) => {
    const show = ({ type }: { type: 'undo' | 'redo' }) => {
      const anchor = Math.min(undoSteps.undoneAt, view.state.doc.length);
      if (type === 'redo') view.dispatch({ selection: { anchor }, scrollIntoView: true });
    };
    undoManager.on('stack-item-popped', show);
    return { destroy: () => undoManager.off('stack-item-popped', show) };
  });
}

function announce(steps: UndoSteps, transaction: Transaction): void {
  const kind = kindOf(transaction.annotation(Transaction.userEvent));
  if (kind) steps.announce(kind);
}

/** Null where what is inserted tells it: a key, Enter. */
function kindOf(event = ''): EditKind | null {
  if (event === 'delete.backward' || event === 'delete.forward')
    return event === 'delete.forward' ? 'forward' : 'backward';
  return event === 'input' || event.startsWith('input.type') ? null : 'other';
}
