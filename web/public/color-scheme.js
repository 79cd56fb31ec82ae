// Runs before the first paint, so that a dark screen never flashes white. A file of its own, because the
// content security policy forbids inline scripts.
(() => {
  let mode = 'system';
  try {
    mode = localStorage.getItem('color-mode') || 'system';
  } catch {
    // Without storage, the system's scheme applies.
  }
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-joy-color-scheme', dark ? 'dark' : 'light');
})();
