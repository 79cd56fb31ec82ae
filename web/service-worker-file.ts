import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { manifest } from './manifest.ts';
import { here } from './module-graph.ts';

/** Where the web app manifest is served from. */
const MANIFEST_URL = 'manifest.webmanifest';

/** The files that the service worker keeps on a device; the page caches the other runtimes when they are used. */
const KEPT = [
  '*.{js,svg,webmanifest}',
  'index.html',
  'assets/**/*.{js,css,woff2,ttf}',
  'run/frame-*.html',
  'run/{javascript,typescript}/*.js',
];
/** Nobody registers, pays, or asks for a new password without a network; the landing page's script is in its own page. */
const NOT_KEPT = ['assets/online/**', 'start-after-paint.js', 'service-worker.js'];

interface KeptFile {
  url: string;
  /** Distinguishes the versions of a file whose name stays the same. */
  revision: string | null;
}

/** Builds the service worker, which holds the list of the files that it keeps, and the manifest of the installed app. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle() {
    if (this.environment.name !== 'client') return;
    this.emitFile({ type: 'asset', fileName: MANIFEST_URL, source: JSON.stringify(manifest) });
  },
  transformIndexHtml: () => [{ tag: 'link', attrs: { rel: 'manifest', href: `/${MANIFEST_URL}` }, injectTo: 'head' }],
  writeBundle: {
    // Lists what the other plugins have written.
    order: 'post',
    sequential: true,
    async handler({ dir = '' }) {
      if (this.environment.name !== 'client') return;
      writeFileSync(join(dir, 'service-worker.js'), await bundle(withJoinCard(keptFiles(dir))));
    },
  },
};

function keptFiles(dist: string): KeptFile[] {
  const files = globSync(KEPT, { cwd: dist, exclude: NOT_KEPT }).map((file) => file.replaceAll('\\', '/'));
  return files.map((url) => ({ url, revision: url.startsWith('assets/') ? null : revisionOf(join(dist, url)) }));
}

const revisionOf = (file: string) => shorten(createHash('sha256').update(readFileSync(file)).digest('hex'));
const shorten = (hash: string) => hash.slice(0, 32);

/**
 * Adds the page of a candidate's link, which is prerendered after the build. Its revision covers everything that it is
 * rendered from.
 */
function withJoinCard(files: readonly KeptFile[]): KeptFile[] {
  const hash = createHash('sha256');
  for (const script of ['prerender', 'web-entries']) hash.update(readFileSync(here(`../scripts/${script}.mjs`)));
  for (const { url, revision } of files) hash.update(`${url} ${revision} `);
  return [...files, { url: 'codeshare.html', revision: shorten(hash.digest('hex')) }];
}

async function bundle(files: readonly KeptFile[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', 'self.__WB_MANIFEST': JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: here('src/pwa/service-worker.ts'), formats: ['iife'], name: 'worker' },
    },
  });
  const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
  const script = outputs.find((file) => file.type === 'chunk');
  if (script === undefined) throw new Error('src/pwa/service-worker.ts was not built');
  return script.code;
}
