import type { saveCode } from '@cip/contracts/documents';
import type { Body } from '@cip/contracts/endpoint';
import type { ErrorCode } from '@cip/contracts/errors';

export type SaveBody = Body<typeof saveCode>;

/** A save, or the end of an interview. */
export type Operation = { kind: 'save'; body: SaveBody } | { kind: 'end' };

/** An operation on its way into the queue. */
export type NewEntry = Operation & {
  /** Makes repeats harmless; chosen once, when the operation is. */
  opId: string;
  interviewId: string;
  roomCode: string;
};

/** What waits on this device until the server has it. */
export type Entry = NewEntry & {
  /** The order on this device, whatever its clock says. */
  sequence: number;
  /** Whose it is; nobody else on this device sees or sends it. */
  company: string;
  user: string;
  /** The page that made it. */
  client: string;
  /** The device's clock when it was made, in milliseconds; only to be shown. */
  at: number;
  attempts: number;
  /** Why the last attempt did not succeed. */
  problem?: string;
  /** The server refused it for good; it stays for the person to copy, retry or discard. */
  refused?: true;
};

/** Somebody signed in on this device, with the token of the same moment. */
export interface Account {
  company: string;
  user: string;
  token: string;
}

/** What became of an attempt; `status` is 0 when the server could not be reached. */
export interface Answer {
  status: number;
  code: ErrorCode | null;
  message: string;
  /** False for what something between here and the server said in its place. */
  isOurs: boolean;
}

/** True when the entry was made under this account. */
export function belongsTo(entry: Entry, account: Account | null): boolean {
  return account !== null && entry.user === account.user && entry.company === account.company;
}
