export interface CacheLimits {
  /** How long an entry stays, read or not (ms). */
  ms: number;
  bytes: number;
  entries?: number;
}

interface Entry<Value> {
  value: Value;
  bytes: number;
  expiry: NodeJS.Timeout;
}

/** A cache by id with a bound on age, bytes and number of entries; the oldest leave first. */
export class ExpiringCache<Value> {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(id: string): Value | undefined {
    return this.#entries.get(id)?.value;
  }

  /** Adds or replaces a value. */
  set(id: string, value: Value, bytes: number): void {
    this.delete(id);
    const expiry = setTimeout(() => this.delete(id), this.#limits.ms).unref();
    this.#entries.set(id, { value, bytes: 0, expiry });
    this.resize(id, bytes);
  }

  /** Corrects the size of a value if it was not known when it was added. */
  resize(id: string, bytes: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    const { bytes: most, entries = Infinity } = this.#limits;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= most && this.#entries.size <= entries) return;
      this.delete(oldest);
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    clearTimeout(entry.expiry);
    this.#entries.delete(id);
    this.#bytes -= entry.bytes;
  }
}
