import * as Y from 'yjs';

/** Returns how many items Yjs scans during `act`: it adds each to two sets, and adds items to no other sets. */
export function countScans(act: () => void): number {
  const counter = countAdded((value) => value instanceof Y.Item);
  try {
    act();
  } finally {
    counter.stop();
  }
  return counter.added / 2;
}

/** Returns how many items this thread scans until `act` settles: in Yjs, and in integrationCost. */
export async function countScansUntil(act: () => Promise<unknown>): Promise<number> {
  const counter = countAdded((value) => typeof value === 'object' && value !== null && 'rightOrigin' in value);
  try {
    await act();
  } finally {
    counter.stop();
  }
  return counter.added / 2;
}

/** Counts values that are added to sets until `stop`. */
function countAdded(isCounted: (value: unknown) => boolean) {
  const { add } = Set.prototype;
  const replaceAdd = (value: unknown) =>
    Object.defineProperty(Set.prototype, 'add', { value, configurable: true, writable: true });
  const counter = { added: 0, stop: () => replaceAdd(add) };
  replaceAdd(function counting<T>(this: Set<T>, value: T): Set<T> {
    if (isCounted(value)) counter.added++;
    return add.call(this, value);
  });
  return counter;
}
