/**
 * Returns the navigation after an interview: its page, where the scorecard waits. The address first shows the list of
 * sessions (spec section 4); then the page gives it its own (`useOwnAddress`).
 */
export function toSession({ id }: { id: string }) {
  return { to: '/sessions/$id', params: { id }, mask: { to: '/sessions', unmaskOnReload: true } } as const;
}
