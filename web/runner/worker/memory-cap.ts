/** Longest memory of a WebAssembly runtime (bytes). */
export const MEMORY_MAX = 512 * 1_024 * 1_024;
const PAGE_BYTES = 65_536;

/**
 * Makes the memories of WebAssembly refuse to grow beyond a bound, because runtimes turn that into their own error,
 * such as Python's MemoryError, long before the browser ends the process.
 */
export function capMemory(): void {
  const { grow } = WebAssembly.Memory.prototype;
  const { apply } = Reflect;
  WebAssembly.Memory.prototype.grow = function growWithinCap(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MEMORY_MAX) throw new RangeError('The memory limit is reached.');
    return apply<WebAssembly.Memory, [number], number>(grow, this, [pages]);
  };
}
