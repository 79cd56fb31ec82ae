import { isIssued, issuedOwners } from '../yjs/client-ids.ts';
import type { ClientClaims } from '../yjs/client-claims.ts';

/** Each writer's next clock, as a page or this node has it. */
type Clocks = ReadonlyMap<number, number>;

/** A page that opened the document, with the state it had then. */
interface OpenedPage {
  participantId: string;
  had: Clocks;
  granted: ReadonlySet<number>;
  /** The client id the page writes under, once it has shown a cursor. */
  cursorClient?: number;
}

const NO_CLOCKS: Clocks = new Map();
const NO_CLIENTS: ReadonlySet<number> = new Set();

/**
 * Decides who may send edits of another participant. While a participant is present only they may send their edits,
 * because another client could forge them. If they cannot send them any more, the edits have to come from a client that
 * has them, or later edits that build on them are refused for ever: edits of an absent participant, edits that a
 * crashed node made for a full-text client, and edits that a participant lost with a page that did not come back.
 */
export class WritePermissions {
  readonly #opened = new Map<string, OpenedPage>();

  /**
   * Returns the state a socket's page had when it opened the document, and the Yjs client ids of others whose edits
   * were requested from it.
   */
  of(socketId: string): { had: Clocks; granted: ReadonlySet<number> } {
    return this.#opened.get(socketId) ?? { had: NO_CLOCKS, granted: NO_CLIENTS };
  }

  /** Records a full-text client, which has only a text and no edits to send. */
  addFullTextClient(socketId: string, participantId: string): void {
    this.#opened.set(socketId, { participantId, had: NO_CLOCKS, granted: NO_CLIENTS });
  }

  /**
   * Records that a socket opened the document with a page that had `had`. Returns the state beyond which the page must
   * send: `ours`, plus the edits that others have to send themselves.
   */
  add(
    { socketId, participantId }: { socketId: string; participantId: string },
    had: Clocks,
    { ours, claims, present }: { ours: Clocks; claims: ClientClaims; present: ReadonlySet<string> },
  ): Map<number, number> {
    const granted = new Set<number>();
    const wanted = new Map(ours);
    this.#opened.set(socketId, { participantId, had, granted });
    const issuedTo = issuedOwners([...present, participantId]);
    for (const [client, clock] of had) {
      const owner = claims.get(client) ?? issuedTo(client);
      if (clock <= (ours.get(client) ?? 0) || owner === participantId) continue;
      // The owner of an id that a page chose itself is unknown.
      if (owner === undefined && !isIssued(client)) continue;
      const canOwnerSend = owner !== undefined && present.has(owner) && !this.#hasLost(owner, client, clock);
      if (canOwnerSend) wanted.set(client, clock);
      else granted.add(client);
    }
    return wanted;
  }

  /**
   * Records the client id under which a page shows its cursor, because this page has to send the edits under that id.
   */
  addCursor(socketId: string, client: number): void {
    const page = this.#opened.get(socketId);
    if (page) page.cursorClient = client;
  }

  remove(socketId: string): void {
    this.#opened.delete(socketId);
  }

  /** True if a participant is present but none of their pages has their earlier edits. */
  #hasLost(owner: string, client: number, clock: number): boolean {
    const pages = [...this.#opened.values()].filter(({ participantId }) => participantId === owner);
    return (
      pages.length > 0 &&
      pages.every(({ had, cursorClient }) => (had.get(client) ?? 0) < clock && cursorClient !== client)
    );
  }
}
