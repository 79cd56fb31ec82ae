import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerMessage } from './messages.ts';
import { SHARE_PATH } from './messages.ts';
import { withoutCodeCache } from './worker/code-cache.ts';
import { fetchEngine, isEngineFile, keepEngine, matchEngine, refillEngines } from './worker/engines.ts';
import { lookAhead, takeLook } from './worker/early-look.ts';
import { matchPrevious, shelvePrevious } from './worker/previous.ts';
import { takeShared } from './worker/take-shared.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every file of the build, written in here by it. */
const files = self.__WB_MANIFEST as PrecacheEntry[];
/** Tier 1: what every screen needs to open. */
const shell = new PrecacheController({
  plugins: [{ cachedResponseWillBeUsed: ({ request, cachedResponse }) => withoutCodeCache(request, cachedResponse) }],
});
shell.addToCacheList(files.filter(({ url }) => !isEngineFile(url)));
/** Tier 2: what rooms need. */
const engines = files.map(({ url }) => url).filter(isEngineFile);

self.addEventListener('install', (event) => {
  // An update that cannot bring the engines along is still an update.
  event.waitUntil(Promise.all([shell.install(event), refillEngines(engines)]));
});

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await shelvePrevious(shell, engines);
    await shell.activate(event);
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message.type === 'keep-engine') {
    // A page that was reloaded by force, or began to load while this worker took over, is in nobody's hands.
    event.waitUntil(self.clients.claim());
    const answer = (isWhole: boolean) => event.ports[0]?.postMessage(isWhole);
    event.waitUntil(keepEngine(engines, message.engine).then(answer, () => answer(false)));
  }
});

registerRoute(new PrecacheRoute(shell, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }));
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, url, event }) =>
    (await matchEngine(request)) ??
    (await matchPrevious(request)) ??
    (engines.includes(url.pathname.slice(1)) ? fetchEngine(request, event) : fetch(request)),
);
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === SHARE_PATH, takeShared, 'POST');

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/api/public/session/'),
  ({ request }) => takeLook(request) ?? fetch(request),
);

const openShell = shell.createHandlerBoundToURL('/index.html');
const openCandidate = shell.createHandlerBoundToURL('/codeshare.html');
registerRoute(
  new NavigationRoute(
    (navigation) => {
      const { pathname } = navigation.url;
      // The written-out landing page is for its own address alone, and always the newest.
      if (pathname === '/') return fetch(navigation.request).catch(() => openShell(navigation));
      if (!pathname.startsWith('/codeshare/')) return openShell(navigation);
      lookAhead(navigation.url);
      return openCandidate(navigation);
    },
    // The server's own addresses, and files: an ending, or a dot in front.
    { denylist: [/^\/(api|assets|icons|healthz|readyz|metrics)(\/|\?|$)/, /^[^?]*(\/\.|\.\w{1,12}(\?|$))/] },
  ),
);
