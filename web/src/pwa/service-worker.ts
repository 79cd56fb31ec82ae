import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { WorkerMessage } from './messages.ts';
import { SHARE_PATH } from '../shared/share-path.ts';
import { withoutCodeCache } from './worker/code-cache.ts';
import {
  fetchEditorAsset,
  isEditorAsset,
  cacheEditorAssets,
  matchEditorAsset,
  updateCachedGroups,
} from './worker/editor-assets-cache.ts';
import { prefetchInterview, takePrefetched } from './worker/prefetch-interview.ts';
import { matchPrevious, shelvePrevious } from './worker/previous.ts';
import { receiveShared } from './worker/receive-shared.ts';

declare const self: ServiceWorkerGlobalScope;

/** Every file of the build; the build writes the list in here. */
const files = self.__WB_MANIFEST as PrecacheEntry[];
/** Tier 1: the files that every screen needs to open. */
const shell = new PrecacheController({
  plugins: [{ cachedResponseWillBeUsed: ({ request, cachedResponse }) => withoutCodeCache(request, cachedResponse) }],
});
shell.addToCacheList(files.filter(({ url }) => !isEditorAsset(url)));
/** Tier 2: the files of rooms and editors. */
const editorAssets = files.map(({ url }) => url).filter(isEditorAsset);
/** Formatters are many megabytes, so a device keeps those of its languages only. */
const isKeptOnceUsed = (url: string) => editorAssets.includes(url) || url.startsWith('assets/format/');

self.addEventListener('install', (event) => {
  // An update is useful even if the editor assets fail.
  event.waitUntil(Promise.all([shell.install(event), updateCachedGroups(editorAssets)]));
});

self.addEventListener('activate', (event) => {
  const activate = async () => {
    await shelvePrevious(shell, editorAssets);
    await shell.activate(event);
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message.type === 'keep-engine') {
    // No worker controls a page if it was force-reloaded, or began to load while this worker took control.
    event.waitUntil(self.clients.claim());
    const reply = (isComplete: boolean) => event.ports[0]?.postMessage(isComplete);
    event.waitUntil(cacheEditorAssets(editorAssets, message.engine).then(reply, () => reply(false)));
  }
});

registerRoute(new PrecacheRoute(shell, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] }));
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && /^\/(assets|run)\//.test(url.pathname),
  async ({ request, url, event }) =>
    (await matchEditorAsset(request)) ??
    (await matchPrevious(request)) ??
    (isKeptOnceUsed(url.pathname.slice(1)) ? fetchEditorAsset(request, event) : fetch(request)),
);
registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname === SHARE_PATH, receiveShared, 'POST');

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/api/public/session/'),
  ({ request }) => takePrefetched(request) ?? fetch(request),
);

const openShell = shell.createHandlerBoundToURL('/index.html');
const openCandidate = shell.createHandlerBoundToURL('/codeshare.html');
registerRoute(
  new NavigationRoute(
    (navigation) => {
      const { pathname } = navigation.url;
      // The prerendered landing page serves only its own address, and always in its newest version.
      if (pathname === '/') return fetch(navigation.request).catch(() => openShell(navigation));
      if (!pathname.startsWith('/codeshare/')) return openShell(navigation);
      prefetchInterview(navigation.url);
      return openCandidate(navigation);
    },
    // Addresses of the server, and files: a name with an extension, or with a leading dot.
    { denylist: [/^\/(api|assets|icons|healthz|readyz|metrics)(\/|\?|$)/, /^[^?]*(\/\.|\.\w{1,12}(\?|$))/] },
  ),
);
