/** Highest page number that the server accepts; a list itself returns to its own last page. */
const PAGE_MAX = 100_000;

/** Returns the page that an address names, from 2 on; undefined for the first one. */
export const pageOf = (page: unknown): number | undefined =>
  Number(page) > 1 ? Math.min(Math.trunc(Number(page)), PAGE_MAX) : undefined;
