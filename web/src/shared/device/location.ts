/** Navigates to an address with a full page load. */
export function go(address: string): void {
  window.location.assign(address);
}
