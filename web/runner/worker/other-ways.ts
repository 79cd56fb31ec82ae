/** Storage of the origin, which WebKit opens even if the origin is opaque, and workers, which would have it again. */
const SHARED = ['caches', 'Worker'];

/**
 * Removes all ways out of a worker's global scope besides the program's own port, because a program could flood its
 * frame, which delays its own end, or leave something for the next program.
 */
export function closeOtherWays(scope: object): void {
  const value = () => undefined;
  Object.defineProperty(scope, 'postMessage', { value, writable: true, enumerable: true, configurable: false });
  for (let owner: object | null = scope; owner !== null; owner = Reflect.getPrototypeOf(owner))
    for (const name of SHARED) Reflect.deleteProperty(owner, name);
}
