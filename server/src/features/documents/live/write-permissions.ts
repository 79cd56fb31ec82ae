import { isIssued, issuedOwners } from '../yjs/client-ids.ts';
import type { ClientClaims } from '../yjs/update-guard.ts';

/** The number of each writer's next character, as a page or this node has it. */
type Clocks = ReadonlyMap<number, number>;

/** What a reader's page had when it opened the document. */
interface Opened {
  participantId: string;
  had: Clocks;
  granted: ReadonlySet<number>;
  /** The client id the page writes under, once its cursor was shown. */
  shownAs?: number;
}

const NOTHING: Clocks = new Map();
const NOBODY: ReadonlySet<number> = new Set();

/**
 * Who may send what others wrote. What a person has not sent yet is theirs to send while they are there: anybody else
 * could write in their place. What they cannot send any more has to come from whoever has it, or those who built on it
 * are refused for ever: what is left of somebody who is gone, what a lost node wrote for a plain client, and what a
 * person lost with a page that did not come back.
 */
export class Grants {
  readonly #opened = new Map<string, Opened>();

  /** What a reader's page had when it opened the document, and the Yjs client ids of others whose edits it was asked for. */
  of(readerId: string): { had: Clocks; granted: ReadonlySet<number> } {
    return this.#opened.get(readerId) ?? { had: NOTHING, granted: NOBODY };
  }

  /** A plain client has nothing but its text. */
  openedPlain(readerId: string, participantId: string): void {
    this.#opened.set(readerId, { participantId, had: NOTHING, granted: NOBODY });
  }

  /**
   * Notes that a reader opened the document with a page that had `had`. Answers the state it is to send the rest of:
   * `ours`, and what is others' to send.
   */
  opened(
    { readerId, participantId }: { readerId: string; participantId: string },
    had: Clocks,
    { ours, claims, present }: { ours: Clocks; claims: ClientClaims; present: ReadonlySet<string> },
  ): Map<number, number> {
    const granted = new Set<number>();
    const wanted = new Map(ours);
    this.#opened.set(readerId, { participantId, had, granted });
    const issuedTo = issuedOwners([...present, participantId]);
    for (const [client, clock] of had) {
      const owner = claims.get(client) ?? issuedTo(client);
      if (clock <= (ours.get(client) ?? 0) || owner === participantId) continue;
      // Nothing is known of the owner of an id that a page chose for itself.
      if (owner === undefined && !isIssued(client)) continue;
      const canSend = owner !== undefined && present.has(owner) && !this.#hasLost(owner, client, clock);
      if (canSend) wanted.set(client, clock);
      else granted.add(client);
    }
    return wanted;
  }

  /** Notes the client id under which a reader's page shows its cursor: what is written there is the page's to send. */
  shown(readerId: string, client: number): void {
    const opened = this.#opened.get(readerId);
    if (opened) opened.shownAs = client;
  }

  left(readerId: string): void {
    this.#opened.delete(readerId);
  }

  /** Whether a person is here, and none of their pages had what they once wrote. */
  #hasLost(owner: string, client: number, clock: number): boolean {
    const pages = [...this.#opened.values()].filter(({ participantId }) => participantId === owner);
    return pages.length > 0 && pages.every(({ had, shownAs }) => (had.get(client) ?? 0) < clock && shownAs !== client);
  }
}
