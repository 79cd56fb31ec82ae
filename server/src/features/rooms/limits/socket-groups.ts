/** How long a group outlives its last socket (ms), so that a reconnect does not reset its counts. */
const RETENTION_MS = 60_000;

interface Group<V> {
  value: V;
  sockets: number;
  expiry: NodeJS.Timeout | undefined;
}

/** Counts this node's sockets by key, with a value per key that its sockets share. */
export class SocketGroups<V> {
  readonly #groups = new Map<string, Group<V>>();
  readonly #max: number;
  readonly #create: () => V;

  constructor(max: number, create: () => V) {
    this.#max = max;
    this.#create = create;
  }

  /** Returns true if the key has its maximum of sockets. */
  isFull(key: string): boolean {
    return this.countSockets(key) >= this.#max;
  }

  /** Returns the number of sockets of the key. */
  countSockets(key: string): number {
    return this.#groups.get(key)?.sockets ?? 0;
  }

  /** Returns the value that the sockets of the key share. */
  sharedValue(key: string): V {
    return this.#group(key).value;
  }

  /** Counts a socket of the key. */
  addSocket(key: string): void {
    const group = this.#group(key);
    clearTimeout(group.expiry);
    group.sockets++;
  }

  /** Counts a socket of the key that left. */
  removeSocket(key: string): void {
    const group = this.#groups.get(key);
    if (!group) return;
    group.sockets--;
    if (group.sockets === 0) this.#expireLater(key, group);
  }

  #group(key: string): Group<V> {
    const known = this.#groups.get(key);
    if (known) return known;
    const group: Group<V> = { value: this.#create(), sockets: 0, expiry: undefined };
    this.#groups.set(key, group);
    this.#expireLater(key, group);
    return group;
  }

  #expireLater(key: string, group: Group<V>): void {
    clearTimeout(group.expiry);
    group.expiry = setTimeout(() => this.#groups.delete(key), RETENTION_MS).unref();
  }
}
