/** An edit that the server has not acknowledged yet. */
export interface PendingEdit {
  /** Operation id; repeating it changes nothing on the server. */
  id: string;
  update: Uint8Array;
}

/** An edit a tab left behind; one that was held back was never sent and has no operation id yet. */
export interface OrphanedEdit extends PendingEdit {
  isHeld: boolean;
}

/** Where edits wait on the device until the server has them. What is put is kept within 250 ms. */
export interface PendingStore {
  /** Keeps an edit until it is removed. */
  put(edit: PendingEdit): void;
  /** Forgets an edit that the server has. */
  remove(id: string): void;
  /** Keeps what the typing mode holds back, instead of what was held before; null when nothing is. */
  hold(update: Uint8Array | null): void;
  /** Writes at once what is still on its way to the disk. */
  settle(): Promise<void>;
}

/** A store that keeps nothing, for a device that refuses storage. */
export const nullStore: PendingStore = {
  put: () => undefined,
  remove: () => undefined,
  hold: () => undefined,
  settle: () => Promise.resolve(),
};
