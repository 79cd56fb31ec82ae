/** Leaves the app for an address by a full page load. */
export function go(address: string): void {
  window.location.assign(address);
}
