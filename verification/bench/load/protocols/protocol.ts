import type { Edit } from '../edits.ts';

/** A participant of a room. */
export interface Participant {
  room: string;
  role: 'writer' | 'reader';
  /** Access token; only this project's server needs one. */
  token?: string;
}

/** A participant and the server to join. */
export interface JoinTarget extends Participant {
  /** The server's URL, `http://…`. */
  url: string;
}

/** Receives the messages of a joined room. */
export interface RoomListener {
  /** An update of another participant arrived. */
  received(update: Uint8Array): void;
  /** The server stored or refused an edit. */
  acknowledged(seq: number, isStored: boolean): void;
}

/** A connection in sync with the document. */
export interface RoomConnection {
  send(edit: Edit): void;
  close(): void;
}

/** Joins a room. Resolves when the document is in sync; rejects if the server refuses. */
export type JoinRoom = (target: JoinTarget, listener: RoomListener) => Promise<RoomConnection>;
