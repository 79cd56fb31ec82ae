// Runs before the first paint, so that a dark screen never flashes white. A file, because the page's
// content security policy forbids inline scripts.
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('color-mode') || 'system';
  } catch {
    // Storage may be refused; the system's scheme is a good answer then.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-joy-color-scheme', dark ? 'dark' : 'light');
})();
