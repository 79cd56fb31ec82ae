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

/** Matches a file that pages only load: a script, which is not a worker, a style sheet or a font. */
const PART = /^assets\/(?!.*worker).*\.(js|css|woff2)$/;

/** Whether a file of the web app is neither a page nor a worker, so that `PAGE_HEADERS` say nothing about it. */
export function isPartOfPage(file: string): boolean {
  return PART.test(file);
}
