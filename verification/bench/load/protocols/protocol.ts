import type { Edit } from '../edits.ts';

/** A place in a room. */
export interface Place {
  room: string;
  role: 'writer' | 'reader';
  /** Token of whoever sits here; only this project's server asks for one. */
  token?: string;
}

/** A place that the load generator takes. */
export interface Seat extends Place {
  /** Where the server is, as `http://…`. */
  url: string;
}

/** What the generator hears from a seat it has taken. */
export interface SeatListener {
  /** An update of another seat arrived. */
  received(update: Uint8Array): void;
  /** The server says of an edit that it is stored, or that it refused it. */
  answered(seq: number, isStored: boolean): void;
}

/** A connection that has everything the document holds and gets what follows. */
export interface Link {
  send(edit: Edit): void;
  close(): void;
}

/** Takes a seat; settles when the document is in step. Rejects when the server does not let it in. */
export type TakeSeat = (seat: Seat, listener: SeatListener) => Promise<Link>;
