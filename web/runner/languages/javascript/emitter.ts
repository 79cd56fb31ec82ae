type Listener = (...given: never[]) => unknown;
type Entry = { listener: Listener; isOnce: boolean };

/** Listeners by event; not a private field, because programs call the constructor on objects of their own classes. */
const LISTENERS = new WeakMap<object, Map<PropertyKey, Entry[]>>();

/** Listeners that an emitter has without a warning. */
const LISTENERS_MAX = 10;

/** The `EventEmitter` of Node.js. */
export class EventEmitter {
  on(event: PropertyKey, listener: Listener): this {
    return add(this, event, { listener, isOnce: false });
  }

  addListener(event: PropertyKey, listener: Listener): this {
    return this.on(event, listener);
  }

  once(event: PropertyKey, listener: Listener): this {
    return add(this, event, { listener, isOnce: true });
  }

  prependListener(event: PropertyKey, listener: Listener): this {
    return add(this, event, { listener, isOnce: false }, true);
  }

  prependOnceListener(event: PropertyKey, listener: Listener): this {
    return add(this, event, { listener, isOnce: true }, true);
  }

  off(event: PropertyKey, listener: Listener): this {
    const entries = entriesOf(this, event);
    const place = entries.findLastIndex((entry) => entry.listener === listener);
    if (place < 0) return this;
    setEntries(this, event, entries.toSpliced(place, 1));
    if (event !== 'removeListener') this.emit('removeListener', event, listener);
    return this;
  }

  removeListener(event: PropertyKey, listener: Listener): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: PropertyKey): this {
    if (event === undefined) LISTENERS.delete(this);
    else setEntries(this, event, []);
    return this;
  }

  /** Calls the listeners of an event. Throws the error of an `error` event that has none. */
  emit(event: PropertyKey, ...given: unknown[]): boolean {
    const entries = entriesOf(this, event);
    if (entries.length === 0 && event === 'error') throw unhandled(given[0]);
    for (const entry of entries) {
      if (entry.isOnce) this.off(event, entry.listener);
      Reflect.apply(entry.listener, this, given);
    }
    return entries.length > 0;
  }

  listenerCount(event: PropertyKey): number {
    return entriesOf(this, event).length;
  }

  listeners(event: PropertyKey): Listener[] {
    return entriesOf(this, event).map(({ listener }) => listener);
  }

  rawListeners(event: PropertyKey): Listener[] {
    return this.listeners(event);
  }

  eventNames(): PropertyKey[] {
    return [...(LISTENERS.get(this)?.keys() ?? [])];
  }

  setMaxListeners(): this {
    return this;
  }

  getMaxListeners(): number {
    return LISTENERS_MAX;
  }
}

/**
 * The module `events`: a function, because programs in old style call the constructor on objects of their own. It is
 * no class, so its objects have no private fields.
 */
export const eventsModule = Object.assign(function EventEmitter() {}, {
  defaultMaxListeners: LISTENERS_MAX,
  once,
});
eventsModule.prototype = EventEmitter.prototype;
Object.defineProperty(EventEmitter.prototype, 'constructor', {
  value: eventsModule,
  writable: true,
  configurable: true,
});
Object.assign(eventsModule, { EventEmitter: eventsModule, default: eventsModule });

/** Resolves to the values of the next event; rejects at an `error` event. */
function once(emitter: EventEmitter, event: PropertyKey): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      emitter.off(event, done);
      reject(error);
    };
    const done = (...given: unknown[]) => {
      emitter.off('error', fail);
      resolve(given);
    };
    emitter.once(event, done);
    if (event !== 'error') emitter.once('error', fail);
  });
}

function add<T extends EventEmitter>(emitter: T, event: PropertyKey, entry: Entry, isFirst = false): T {
  if (typeof entry.listener !== 'function') throw notFunction('listener', entry.listener);
  if (entriesOf(emitter, 'newListener').length > 0) emitter.emit('newListener', event, entry.listener);
  const entries = entriesOf(emitter, event);
  setEntries(emitter, event, isFirst ? [entry, ...entries] : [...entries, entry]);
  return emitter;
}

/** Returns the error of an argument that is not a function, as Node.js throws it. */
export function notFunction(name: string, received: unknown): TypeError {
  const shown = received === null || received === undefined ? String(received) : `type ${typeof received}`;
  const error = new TypeError(`The "${name}" argument must be of type function. Received ${shown}`);
  return Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function entriesOf(emitter: object, event: PropertyKey): readonly Entry[] {
  return LISTENERS.get(emitter)?.get(event) ?? [];
}

function setEntries(emitter: object, event: PropertyKey, entries: Entry[]): void {
  const all = LISTENERS.get(emitter) ?? new Map<PropertyKey, Entry[]>();
  LISTENERS.set(emitter, all);
  if (entries.length === 0) all.delete(event);
  else all.set(event, entries);
}

function unhandled(error: unknown): Error {
  return error instanceof Error ? error : new Error(`Unhandled error. (${String(error)})`);
}
