import { vi } from 'vitest';

/** Ends the leftovers of a test in the page that it shares with the other tests of its worker. */
export function resetPage(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Code that runs without a document is tested in Node.
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  document.title = '';
}
