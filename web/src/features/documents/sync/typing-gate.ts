import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import * as Y from 'yjs';
import { FurtherFile } from './edited-file.ts';
import type { EditedFile } from './edited-file.ts';
import { UndoSteps } from './undo/undo-steps.ts';

/** Origin of peers' updates, which are never held and never undone. */
const FROM_SHARED = Symbol('from the shared document');
/** Origin of flushed updates. */
const FLUSHED = Symbol('flushed');

/**
 * Holds typed text back until the typing mode lets peers see it. `editing` (L) is bound to the editor and owns the undo
 * history; `shared` (S) is the document of the network, the peers and the device's store. Peers' updates go from S to L
 * immediately. Typed text stays in L until a flush, which is one transaction in S. Because S has no history, text that
 * is typed and deleted before the flush leaves no trace in S's own update. The gate itself is the first file, which
 * every room has; one mode and one flush hold for all files.
 */
export class TypingGate implements EditedFile {
  readonly root = SHARED_TEXT;
  readonly editing = new Y.Doc();
  readonly shared = new Y.Doc();
  readonly text = this.editing.getText(SHARED_TEXT);
  readonly undoManager = new Y.UndoManager(this.text, { trackedOrigins: new Set() });
  readonly undoSteps = new UndoSteps(this.text, this.undoManager);
  readonly #further = new Map<string, FurtherFile>();
  #held: Uint8Array[] = [];
  #mode: TypingMode = 'enter';
  #lineEntered = false;
  #onHeld = new Set<() => void>();

  constructor() {
    for (const root of FILE_TEXTS) {
      // Otherwise peers' text would arrive in a type that Yjs does not know.
      this.shared.getText(root);
      this.editing.getText(root).observe(this.#noteLine);
    }
    this.shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FLUSHED) Y.applyUpdate(this.editing, update, FROM_SHARED);
    });
    this.editing.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_SHARED) this.#hold(update);
    });
  }

  readonly #noteLine = ({ delta }: Y.YTextEvent, { origin }: Y.Transaction): void => {
    if (origin === FROM_SHARED) return;
    this.#lineEntered ||= delta.some(({ insert }) => typeof insert === 'string' && insert.includes('\n'));
  };

  /** Returns the file of a text, with its own undo history. */
  file(root: string): EditedFile {
    if (root === SHARED_TEXT) return this;
    const file = this.#further.get(root) ?? new FurtherFile(this, root);
    this.#further.set(root, file);
    return file;
  }

  /** In 'enter' a finished line is sent, in 'instant' every change. */
  get mode(): TypingMode {
    return this.#mode;
  }

  set mode(mode: TypingMode) {
    this.#mode = mode;
    if (mode === 'instant') this.flush();
  }

  /** Held text as one update, or null if there is none. */
  get held(): Uint8Array | null {
    // Stores the merged update, because otherwise each key of a long line would merge the line from its first key
    // again.
    if (this.#held.length > 1) this.#held = [Y.mergeUpdates(this.#held)];
    return this.#held[0] ?? null;
  }

  /** Whether text is held back. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Calls `listener` after each change of the held text. Returns the unsubscribe function. */
  onHeldChange(listener: () => void): () => void {
    this.#onHeld.add(listener);
    return () => this.#onHeld.delete(listener);
  }

  /** Moves all held text into the shared document. */
  flush(): void {
    this.#lineEntered = false;
    if (this.#held.length === 0) return;
    const updates = this.#held;
    this.#held = [];
    this.shared.transact(() => {
      for (const update of updates) Y.applyUpdate(this.shared, update, FLUSHED);
    }, FLUSHED);
    this.#notify();
  }

  destroy(): void {
    for (const { undoManager } of [this, ...this.#further.values()]) undoManager.destroy();
    this.editing.destroy();
    this.shared.destroy();
  }

  #hold(update: Uint8Array): void {
    this.#held.push(update);
    if (this.#mode === 'instant' || this.#lineEntered) this.flush();
    else this.#notify();
  }

  #notify(): void {
    for (const listener of this.#onHeld) listener();
  }
}
