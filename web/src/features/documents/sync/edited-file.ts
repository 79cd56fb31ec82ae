import * as Y from 'yjs';
import { UndoSteps } from './undo/undo-steps.ts';

/** A file as its editor sees it: its text, and the undo history of this page's user. */
export interface EditedFile {
  /** The name of the text inside the document. */
  readonly root: string;
  readonly text: Y.Text;
  readonly undoManager: Y.UndoManager;
  /** The same steps in both typing modes, because a flush ends none. */
  readonly undoSteps: UndoSteps;
  /** The document of all files. */
  readonly editing: Y.Doc;
  /** Whether text of any file is held back. */
  readonly isHolding: boolean;
  /** Moves the held text of all files into the shared document. */
  flush(): void;
}

/** A file besides the first one, which is part of its typing gate. */
export class FurtherFile implements EditedFile {
  readonly root: string;
  readonly text: Y.Text;
  readonly undoManager: Y.UndoManager;
  readonly undoSteps: UndoSteps;
  readonly #gate: Pick<EditedFile, 'editing' | 'isHolding' | 'flush'>;

  constructor(gate: Pick<EditedFile, 'editing' | 'isHolding' | 'flush'>, root: string) {
    this.#gate = gate;
    this.root = root;
    this.text = gate.editing.getText(root);
    this.undoManager = new Y.UndoManager(this.text, { trackedOrigins: new Set() });
    this.undoSteps = new UndoSteps(this.text, this.undoManager);
  }

  get editing(): Y.Doc {
    return this.#gate.editing;
  }

  get isHolding(): boolean {
    return this.#gate.isHolding;
  }

  flush(): void {
    this.#gate.flush();
  }
}
