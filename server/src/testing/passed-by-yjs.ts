import * as Y from 'yjs';

/** Returns how many items Yjs passes while something runs: it adds each to two sets, and items to no others. */
export function passedByYjs(act: () => void): number {
  const { add } = Set.prototype;
  let added = 0;
  const counting = function <T>(this: Set<T>, value: T): Set<T> {
    if (value instanceof Y.Item) added++;
    return add.call(this, value);
  };
  const replaceAdd = (value: unknown) =>
    Object.defineProperty(Set.prototype, 'add', { value, configurable: true, writable: true });
  replaceAdd(counting);
  try {
    act();
  } finally {
    replaceAdd(add);
  }
  return added / 2;
}
