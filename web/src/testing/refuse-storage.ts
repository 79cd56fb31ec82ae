import { vi } from 'vitest';

/** Refuses local storage until the test ends, as a browser whose user blocks the data of all sites. */
export function refuseStorage() {
  return vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
}
