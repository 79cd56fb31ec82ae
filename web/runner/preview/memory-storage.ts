/** Gives the page a local storage and a session storage in memory. */
export function installStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: createStorage(), configurable: true });
}

/** Returns a storage that lasts as long as its page; an opaque origin has no other. */
export function createStorage(): Storage {
  const items = new Map<string, string>();
  const own: Storage = {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(String(key)) ?? null,
    setItem: (key, value) => void items.set(String(key), String(value)),
    removeItem: (key) => void items.delete(String(key)),
    clear: () => items.clear(),
  };
  // Inherited, so that the keys are those of the items.
  return new Proxy(Object.create(own) as Storage, propertiesOf(items));
}

/** Makes the items of a storage its properties, as in browsers: a name of a function stays that of the function. */
function propertiesOf(items: Map<string, string>): ProxyHandler<Storage> {
  const isItem = (target: Storage, key: string | symbol): key is string => typeof key === 'string' && !(key in target);
  return {
    get: (target, key) => (isItem(target, key) ? items.get(key) : (Reflect.get(target, key) as unknown)),
    has: (target, key) => key in target || items.has(String(key)),
    set: (target, key, value) => {
      if (isItem(target, key)) items.set(key, String(value));
      return true;
    },
    deleteProperty: (_target, key) => {
      items.delete(String(key));
      return true;
    },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_target, key) => {
      const value = items.get(String(key));
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  };
}
