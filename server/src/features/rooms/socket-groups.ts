/** What a group was counted stays so long after its last socket, so that a reconnect begins no new count: a minute. */
const REMEMBERED_MS = 60_000;

interface Group<V> {
  value: V;
  sockets: number;
  ending: NodeJS.Timeout | undefined;
}

/** Counts this node's sockets by a key, each key with a value its sockets share. */
export class SocketGroups<V> {
  readonly #groups = new Map<string, Group<V>>();
  readonly #max: number;
  readonly #make: () => V;

  constructor(max: number, make: () => V) {
    this.#max = max;
    this.#make = make;
  }

  /** Whether one more socket would be too many. */
  isFull(key: string): boolean {
    return this.count(key) >= this.#max;
  }

  /** How many sockets the key has. */
  count(key: string): number {
    return this.#groups.get(key)?.sockets ?? 0;
  }

  /** What the sockets of a key share. */
  value(key: string): V {
    return this.#group(key).value;
  }

  add(key: string): void {
    const group = this.#group(key);
    clearTimeout(group.ending);
    group.sockets++;
  }

  remove(key: string): void {
    const group = this.#groups.get(key);
    if (!group) return;
    group.sockets--;
    if (group.sockets === 0) this.#endLater(key, group);
  }

  #group(key: string): Group<V> {
    const known = this.#groups.get(key);
    if (known) return known;
    const group: Group<V> = { value: this.#make(), sockets: 0, ending: undefined };
    this.#groups.set(key, group);
    this.#endLater(key, group);
    return group;
  }

  #endLater(key: string, group: Group<V>): void {
    clearTimeout(group.ending);
    group.ending = setTimeout(() => this.#groups.delete(key), REMEMBERED_MS).unref();
  }
}
