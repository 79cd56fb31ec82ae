/**
 * Returns the navigation after an interview: its page, where the scorecard waits. The address shows the list of sessions
 * (spec section 4), which is also what another tab and a reload open.
 */
export function toSession({ id }: { id: string }) {
  return { to: '/sessions/$id', params: { id }, mask: { to: '/sessions', unmaskOnReload: true } } as const;
}
