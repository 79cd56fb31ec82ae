import type { saveCode } from '@cip/contracts/rooms/documents';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { changeInterview } from '@cip/contracts/interviews/interviews';
import type { saveScorecard } from '@cip/contracts/scorecards/scorecards';
import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { NamedText } from '../../shared/code/code-copy.ts';

export type SaveBody = Body<typeof saveCode>;

export type ScorecardBody = Omit<Body<typeof saveScorecard>, 'op_id'>;

/** A save, a change of the private notes, the end of an interview, or changes of a scorecard and its submission. */
export type Operation =
  | {
      kind: 'save';
      body: SaveBody;
      /** All files if there are several, for a copy: the server has theirs from the edits. */
      files?: readonly NamedText[];
      /** The language of a copy, where the body changes none. */
      language?: string;
    }
  | { kind: 'notes'; body: Pick<Body<typeof changeInterview>, 'notes' | 'notes_base'> }
  | { kind: 'scorecard'; body: ScorecardBody }
  | { kind: 'submit-scorecard' }
  | { kind: 'end' };

/** An operation before it is added to the outbox. */
export type NewEntry = Operation & {
  /** Makes repeats idempotent; chosen once per operation. */
  opId: string;
  interviewId: string;
  roomCode: string;
};

/** An operation on this device's disk, until the server has it. */
export type Entry = NewEntry & {
  /** The order on this device, independent of its clock. */
  sequence: number;
  /** The account that made it; other accounts of this device neither see nor send it. */
  company: string;
  user: string;
  /** Id of the page that made it. */
  client: string;
  /** The device's clock when it was made, in milliseconds since 1970; for display only. */
  at: number;
  attempts: number;
  /** Message of the last failed attempt. */
  problem?: string;
  /** The server refused it for good; it stays until the user retries or discards it. */
  refused?: true;
};

/** The account that makes an entry. */
export type Author = Pick<Entry, 'company' | 'user'>;

/** The signed-in account with its token. */
export interface Account extends Author {
  token: string;
}

/** The result of an attempt; `status` is 0 if the server could not be reached. */
export interface Answer {
  status: number;
  code: ErrorCode | null;
  message: string;
  /** False if an intermediary replied in place of the server. */
  isOurs: boolean;
}

/** Returns true for a change of a text that builds on the change before it. */
export function isChange(entry: Entry): entry is Extract<Entry, { kind: 'notes' | 'scorecard' }> {
  return entry.kind === 'notes' || entry.kind === 'scorecard';
}

/** Returns true when the account made the entry. */
export function belongsTo(entry: Entry, account: Account | null): boolean {
  return account !== null && entry.user === account.user && entry.company === account.company;
}
