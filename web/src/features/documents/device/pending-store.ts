/** An edit without an acknowledgement. */
export interface PendingEdit {
  /** Operation id; repeating it changes nothing on the server. */
  id: string;
  update: Uint8Array;
}

/** An edit of a closed tab. Held text was never sent and has no operation id yet. */
export interface OrphanedEdit extends PendingEdit {
  isHeld: boolean;
}

/** Stores edits on the device until the server has them; each is on the disk within 250 ms. */
export interface PendingStore {
  /** Stores an edit until it is removed. */
  put(edit: PendingEdit): void;
  remove(id: string): void;
  /** Replaces the stored held text; null deletes it. */
  putHeld(update: Uint8Array | null): void;
}

/** A store without storage, until the participant is known. */
export const nullStore: PendingStore = {
  put: () => undefined,
  remove: () => undefined,
  putHeld: () => undefined,
};
