/** An address as people copy it from a calendar or a browser's bar: a host with a dot, without the scheme. */
const WITHOUT_SCHEME = /^[^\s/:@?#]+\.[^\s/:@?#]+(:\d+)?([/?#]\S*)?$/;

/** Returns the typed link of a call, with https:// before it if that is missing; null if it is empty. */
export function callLinkFrom(typed: string): string | null {
  const link = typed.trim();
  if (link === '') return null;
  return WITHOUT_SCHEME.test(link) ? `https://${link}` : link;
}
