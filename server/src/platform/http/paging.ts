/** Returns limit and offset of a page; pages count from 1. */
export function pageBounds(page: number | undefined, size: number): { limit: number; offset: number } {
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

/** Returns a page in the wire's shape. */
export function toPage<T>(data: T[], page: number | undefined, size: number, total: number) {
  return { data, current_page: page ?? 1, last_page: Math.max(1, Math.ceil(total / size)), total };
}
