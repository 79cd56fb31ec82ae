import { FullTextClient, type FullTextSocket } from './full-text-client.ts';
import type { Delta } from './text-delta.ts';

/** If a full-text client reconnects within this time, it may still show the texts of its lost connection (ms). */
const RECONNECT_WITHIN_MS = 60_000;
/**
 * Operations that the views of one document may retain together, because each costs a microsecond at every edit.
 * Clients that acknowledge need a few each, even while others reformat a long text.
 */
const OPERATIONS_MAX = 10_000;

/** The full-text clients of one document on this node; if one loses its connection, its view stays for a while. */
export class FullTextClients {
  readonly #clients = new Map<string, FullTextClient>();
  readonly #departed = new Map<string, { client: FullTextClient; until: number }>();

  get size(): number {
    return this.#clients.size;
  }

  /** True if any view must be updated on changes. */
  get hasViews(): boolean {
    return this.#clients.size > 0 || this.#departed.size > 0;
  }

  get(socketId: string): FullTextClient | undefined {
    return this.#clients.get(socketId);
  }

  /** Adds a client. If its participant just lost a connection, the client may show the texts of that one. */
  add(socketId: string, participantId: string, text: () => string, socket: FullTextSocket): FullTextClient {
    const client = new FullTextClient(participantId, text, socket, this.#departed.get(participantId)?.client);
    this.#departed.delete(participantId);
    this.#clients.set(socketId, client);
    return client;
  }

  /** Removes a client that continues with Yjs updates. */
  remove(socketId: string): void {
    this.#clients.get(socketId)?.close();
    this.#clients.delete(socketId);
  }

  /** Removes a client that may reconnect. */
  depart(socketId: string): void {
    const client = this.#clients.get(socketId);
    if (!client) return;
    this.remove(socketId);
    this.#departed.set(client.participantId, { client, until: Date.now() + RECONNECT_WITHIN_MS });
  }

  /** Must be called for every change of the document. */
  onChange(change: Delta): void {
    for (const [participantId, { until }] of this.#departed)
      if (Date.now() >= until) this.#departed.delete(participantId);
    const departed = [...this.#departed.values()].map(({ client }) => client);
    const views = [...this.#clients.values(), ...departed].map((client) => ({
      client,
      operations: client.operationsAfter(change),
    }));
    // The smallest first, because one participant's views must not displace other participants' views.
    let total = 0;
    for (const { client, operations } of views.toSorted((a, b) => a.operations - b.operations)) {
      total += operations;
      if (total <= OPERATIONS_MAX) client.onChange(change);
      else client.startOver();
    }
  }

  /** Returns the texts that clients of a participant are assumed to show. */
  textsShownTo(participantId: string): string[] {
    return [...this.#clients.values()].flatMap((client) =>
      client.participantId === participantId ? client.shownTexts : [],
    );
  }

  close(): void {
    for (const socketId of this.#clients.keys()) this.remove(socketId);
    this.#departed.clear();
  }
}
