// Preloaded into a measured node (node --expose-gc --import): on SIGUSR2 it collects garbage and writes one line of
// figures. The product does not depend on it.
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  const handles = {};
  for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
  process.stdout.write(`PROBE ${JSON.stringify({ rss, heapUsed, external, handles })}\n`);
});
