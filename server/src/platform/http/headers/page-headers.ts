/** Headers that browsers read with pages and workers only: 1.2 KB. */
export const PAGE_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'reporting-endpoints',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;

/** Matches a file that is only a part of pages: a script that is not a worker, a style sheet or a font. */
const PART = /^assets\/(?!.*worker).*\.(js|css|woff2)$/;

/** Returns whether a file is neither a page nor a worker, so browsers ignore `PAGE_HEADERS`. */
export function isPartOfPage(file: string): boolean {
  return PART.test(file);
}
