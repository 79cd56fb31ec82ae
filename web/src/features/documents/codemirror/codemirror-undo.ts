import { Transaction } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { ViewPlugin } from '@codemirror/view';
import type { ViewUpdate } from '@codemirror/view';
import { ySyncAnnotation } from 'y-codemirror.next';
import type { EditedFile } from '../sync/edited-file.ts';
import type { EditKind } from '../sync/undo/undo-rule.ts';
import type { UndoSteps } from '../sync/undo/undo-steps.ts';

/** Reports CodeMirror's knowledge of each edit to the undo steps. Must precede the binding, which writes the edit. */
export function undoStepsOf(steps: UndoSteps): Extension {
  return ViewPlugin.define((view) => ({
    update({ transactions }: ViewUpdate) {
      for (const transaction of transactions) {
        if (transaction.annotation(ySyncAnnotation)) continue;
        if (transaction.docChanged) announce(steps, transaction);
        // A moved cursor ends a step, even if it moves back.
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
 * Moves the cursor to a redone change, because y-codemirror.next would leave it at its place before the undo. Must
 * follow the binding.
 */
export function cursorAtRedone({ undoManager, undoSteps }: EditedFile): Extension {
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

/** Returns null if the inserted text determines the kind, as with a key or Enter. */
function kindOf(event = ''): EditKind | null {
  if (event === 'delete.backward' || event === 'delete.forward')
    return event === 'delete.forward' ? 'forward' : 'backward';
  return event === 'input' || event.startsWith('input.type') ? null : 'other';
}
