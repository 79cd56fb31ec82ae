// Starts the app of the landing page, which is complete without it, after the first paint: on a slow phone nothing else
// takes the network or the processor before that. `data-files` names the app's files, each after those it imports.
(() => {
  const files = document.currentScript.dataset.files.split(' ');
  let isStarted = false;
  const start = async () => {
    if (isStarted) return;
    isStarted = true;
    for (const href of files)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      );
    for (const file of files) {
      await import(file);
      // Input that waits comes between two files.
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) setTimeout(start);
  }).observe({ type: 'paint', buffered: true });
  // A page in the background does not paint.
  addEventListener('load', () => {
    if (document.hidden) void start();
  });
})();
