import type { TypingMode } from '@cip/contracts/rooms';
import * as Y from 'yjs';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { UndoSteps } from './undo-steps.ts';

/** Origin of what comes in from others: never held, never undone. */
const FROM_SHARED = Symbol('from the shared document');
/** Origin of what the gate lets out. */
const FLUSHED = Symbol('flushed');

/**
 * Holds back what is typed until it may be seen. Two documents: `editing` (L) is bound to the editor and owns the
 * undo history, `shared` (S) is what the network, the other people and the device's store know.
 * What comes in goes from S to L at once. What is typed stays in L and goes to S at a flush, in one transaction:
 * S keeps no history, so text typed and deleted again before the flush leaves no trace in S's own update.
 */
export class TypingGate {
  readonly editing = new Y.Doc();
  readonly shared = new Y.Doc();
  readonly text = this.editing.getText(SHARED_TEXT);
  readonly undoManager = new Y.UndoManager(this.text, { trackedOrigins: new Set() });
  /** The same steps in both modes: a line that is sent ends none. */
  readonly undoSteps = new UndoSteps(this.text, this.undoManager);
  #held: Uint8Array[] = [];
  #mode: TypingMode = 'enter';
  #lineEntered = false;
  #onHeld = new Set<() => void>();

  constructor() {
    // A shared document that never got its type by name would hand peers' text to an unknown type.
    this.shared.getText(SHARED_TEXT);
    this.shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FLUSHED) Y.applyUpdate(this.editing, update, FROM_SHARED);
    });
    this.text.observe((event, transaction) => {
      if (transaction.origin === FROM_SHARED) return;
      this.#lineEntered ||= event.delta.some(({ insert }) => typeof insert === 'string' && insert.includes('\n'));
    });
    this.editing.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== FROM_SHARED) this.#hold(update);
    });
  }

  /** The mode: in 'enter' a line is sent when it is finished, in 'instant' every change is. */
  get mode(): TypingMode {
    return this.#mode;
  }

  set mode(mode: TypingMode) {
    this.#mode = mode;
    if (mode === 'instant') this.flush();
  }

  /** What is held back, as one update, or null. */
  get held(): Uint8Array | null {
    // Merging in place keeps a long unfinished line from being merged from its first key again each time.
    if (this.#held.length > 1) this.#held = [Y.mergeUpdates(this.#held)];
    return this.#held[0] ?? null;
  }

  /** Whether anything is held back. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Calls back whenever something is held or let out; returns the way to stop. */
  onHeldChange(listener: () => void): () => void {
    this.#onHeld.add(listener);
    return () => this.#onHeld.delete(listener);
  }

  /** Lets everything held out into the shared document. */
  flush(): void {
    this.#lineEntered = false;
    if (this.#held.length === 0) return;
    const updates = this.#held;
    this.#held = [];
    this.shared.transact(() => {
      for (const update of updates) Y.applyUpdate(this.shared, update, FLUSHED);
    }, FLUSHED);
    this.#tell();
  }

  destroy(): void {
    this.undoManager.destroy();
    this.editing.destroy();
    this.shared.destroy();
  }

  #hold(update: Uint8Array): void {
    this.#held.push(update);
    if (this.#mode === 'instant' || this.#lineEntered) this.flush();
    else this.#tell();
  }

  #tell(): void {
    for (const listener of this.#onHeld) listener();
  }
}
