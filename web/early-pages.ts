import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { buildAlone } from './build-alone.ts';
import { here } from './module-graph.ts';

/** The URL of the script before the app. It never changes, because a page of one version may get it from the next. */
export const PREJOIN_URL = 'early-start.js';

/**
 * Builds `src/prejoin/start.ts` into one classic script, which runs before everything else of the page, and names the
 * public API in its tag (as in api-client.ts). In development there is none, because the app does the same by itself.
 */
export const prejoin: Plugin = {
  name: 'prejoin',
  apply: 'build',
  async generateBundle() {
    if (this.environment.name !== 'client') return;
    const { code } = await buildAlone('prejoin/start.ts', { name: 'prejoin' });
    this.emitFile({ type: 'asset', fileName: PREJOIN_URL, source: code });
  },
  transformIndexHtml: (html) => {
    const api = `${(process.env['VITE_PUBLIC_API_URL'] ?? '').replace(/\/*(\/api)?\/*$/, '')}/api`;
    const socketHost = process.env['VITE_SOCKET_URL'] ?? '';
    return html.replace(
      /(?<=<script src="\/color-scheme.js"><\/script>)/,
      `<script src="/${PREJOIN_URL}" data-api="${api}" data-socket-host="${socketHost}"></script>`,
    );
  },
};

/**
 * Adds the page of a candidate's link, which is prerendered after the build, to the precache. Its revision covers
 * everything that it is rendered from.
 */
export const withJoinCard = (manifest: { url: string; revision: string | null; size: number }[]) => {
  const hash = createHash('sha256');
  for (const script of ['prerender', 'web-entries']) hash.update(readFileSync(here(`../scripts/${script}.mjs`)));
  for (const { url, revision } of manifest) hash.update(`${url} ${revision} `);
  const page = { url: 'codeshare.html', revision: hash.digest('hex').slice(0, 32), size: 0 };
  return { manifest: [...manifest, page], warnings: [] };
};

/** The parts that the pages rendered at build time (`src/prerender.tsx`) import late and show. */
const RENDERED = /\/((index|codeshare\.\$roomCode)\.tsx\?tsr-split.*|MoreLanding\.tsx)$/;

/** Leaves the rest of the app out of the renderer: Monaco and three quarters of its time. */
export const onlyRenderedPages: Plugin = {
  name: 'only-rendered-pages',
  enforce: 'pre',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  resolveDynamicImport: (source) =>
    typeof source === 'string' && !RENDERED.test(source) ? { id: source, external: true } : null,
};
