import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { manifest } from './manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** A module whose function does nothing. */
const EMPTY = '\0empty';
const server = process.env['API_PROXY'] ?? 'http://127.0.0.1:3000';

/** Everything that makes schemas out of schemas. */
const PURE = ['Type', 'Closed', 'Line', 'Text', 'TextNotBlank', 'OneOf', 'Nullable', 'Page', 'clientEvent', 'endpoint'];

/** Takes the place of Joy's inverted colours, which no component of ours asks for: one and a half kilobytes by gzip. */
const NO_INVERSION = '\0inversion';
const NO_INVERSION_CODE = `export const INVERTED_COLORS_ATTR = 'data-skip-inverted-colors';
const none = () => () => ({});
export { none as applySolidInversion, none as applySoftInversion };`;

/**
 * Leaves out what dependencies bring and this app never runs: the spinner of Joy's buttons, a kilobyte and a half on
 * every page; Joy's theme variants, which cost a slow phone a quarter of a second; what emotion's `withTheme` copies;
 * and what stands in for `useSyncExternalStore` in React 17.
 */
const lighterDependencies: Plugin = {
  name: 'lighter-dependencies',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (source === '../CircularProgress' && /@mui\/joy\/(Icon)?Button\//.test(importer)) return EMPTY;
    if (source === 'hoist-non-react-statics') return EMPTY;
    if (source === './variantUtils' && /@mui\/joy\/styles\/extendTheme/.test(importer))
      return here('src/shared/ui/theme/joy-variants.ts');
    if (source.startsWith('use-sync-external-store/shim/')) return this.resolve(source.replace('/shim', ''), importer);
    if (source.startsWith('../colorInversion') && importer.includes('@mui/joy/')) return NO_INVERSION;
    return null;
  },
  load: (id) => ({ [EMPTY]: 'export default () => null;', [NO_INVERSION]: NO_INVERSION_CODE })[id] ?? null,
};

const GROUPED = new Set(CHUNK_GROUPS.map(({ name }) => name));

/**
 * Has the browser compile the files of many modules whole, beside the page's own thread, instead of each function at
 * its first call. Said in their first line, which is free only when nothing more is put before it.
 */
const compiledWhole: Plugin = {
  name: 'compiled-whole',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && GROUPED.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/**
 * Puts `src/early-start.ts` before everything else of the page, and tells it where the public API is (as in
 * api-client.ts). While developing there is none: the app does the same by itself.
 */
const earlyStart: Plugin = {
  name: 'early-start',
  apply: 'build',
  async generateBundle() {
    if (this.environment.name !== 'client') return;
    const file = here('src/early-start.ts');
    const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
    // A classic script: its types alone made it a module.
    const source = (await minify(file, code.replace('export {};', ''))).code;
    this.emitFile({ type: 'asset', fileName: 'early-start.js', source });
  },
  transformIndexHtml: (html) => {
    const api = `${(process.env['VITE_PUBLIC_API_URL'] ?? '').replace(/\/*(\/api)?\/*$/, '')}/api`;
    return html.replace(
      /(?<=<script src="\/color-scheme.js"><\/script>)/,
      `<script src="/early-start.js" data-api="${api}"></script>`,
    );
  },
};

/**
 * The page of a candidate's link is written after the build, from what is built; the service worker keeps it as well,
 * and takes it for another whenever anything it is made from has changed.
 */
const withJoinCard = (manifest: { url: string; revision: string | null; size: number }[]) => {
  const made = createHash('sha256').update(readFileSync(here('../scripts/prerender.mjs')));
  for (const { url, revision } of manifest) made.update(`${url} ${revision} `);
  const page = { url: 'codeshare.html', revision: made.digest('hex').slice(0, 32), size: 0 };
  return { manifest: [...manifest, page], warnings: [] };
};

export default defineConfig({
  root: here('.'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      addExtensions: true,
      routesDirectory: here('src/routes'),
      generatedRouteTree: here('src/routeTree.gen.ts'),
      tmpDir: here('.tanstack'),
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    lighterDependencies,
    compiledWhole,
    earlyStart,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'service-worker.ts',
      // The page does that itself, once it has nothing better to do.
      injectRegister: null,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['index.html', '{color-scheme,early-start}.js', 'icon.svg', 'assets/**/*.{js,css,woff2,ttf}'],
        // Nobody registers, pays, or asks for a new password without a network.
        globIgnores: ['assets/online/**'],
        manifestTransforms: [withJoinCard],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        target: 'es2023',
      },
    }),
  ],
  // The renderer of the landing page runs in Node, which cannot load Joy's modules as they are published.
  ssr: { noExternal: true },
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/ed/monaco/[name]-[hash].js' } } },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // What loads what: the size budgets are checked on it.
    manifest: true,
    target: 'es2023',
    // Every browser that runs this code knows it by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // The wire's schemas are the server's; what the web takes of their modules is constants and types.
        moduleSideEffects: [{ test: /node_modules\/typebox\/|\/contracts\/src\//, sideEffects: false }],
        manualPureFunctions: PURE,
      },
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        chunkFileNames: ({ name, moduleIds, facadeModuleId }) => {
          const folder = ON_DEMAND.test(facadeModuleId ?? '') ? 'ed/room/' : folderOf(moduleIds);
          folders.set(`${name}.css`, folder);
          return `assets/${folder}[name]-[hash].js`;
        },
        assetFileNames: ({ originalFileNames, names: [name = ''] }) =>
          `assets/${folderOf(originalFileNames) || (folders.get(name) ?? '')}[name]-[hash][extname]`,
      },
    },
  },
});

/** Where the chunk of a style sheet went, by the name of the style sheet. */
const folders = new Map<string, string>();

/** Parts that come when they are asked for, and that only people who signed in or enter a room ask for. */
const ON_DEMAND =
  /\/(Readiness|UpdatePrompt|InstallHint|SharedScreen|ColoredCode|ServerSections|QrCode|NewInterviewDialog|reconcile|LimitReached|DeleteInterviewer|InterviewerDialog|RemoveSecondFactor|RequiredSecondFactor|CheckoutReturn|ChangeDialog|LeaveGuard)\.tsx?$/;

/** What is of no use without a server. */
const WITH_SERVER =
  /\/test-payments[./]|\/(Register|ForgotPassword|ResetPassword|UndoEmail|VerifyEmail)Screen|\/(email-links\.calls|use-link-token)\.|\/ReauthenticationDialog|\/password-reset|\/pwa\/registration\.|\/(NotStarted|EditorOffer|LegalScreens)\./;

/**
 * Where a file belongs that no screen needs to open: what rooms need lies in `ed`, by editor, so that the service
 * worker can keep it apart from the shell; what only makes sense with a server lies in `online` and is not kept.
 */
function folderOf(sources: readonly string[]): string {
  const isFrom = (pattern: RegExp) => sources.some((source) => pattern.test(source));
  if (isFrom(/node_modules\/(monaco-editor|@monaco-editor)\/|\/MonacoPane/)) return 'ed/monaco/';
  if (isFrom(/node_modules\/(@codemirror|@lezer|@replit)\/|\/CodeMirrorPane/)) return 'ed/codemirror/';
  if (isFrom(/\.woff2$/)) return 'fonts/';
  if (isFrom(WITH_SERVER)) return 'online/';
  return isFrom(
    /node_modules\/(yjs|socket\.io-client|uqr|typebox)\/|\/screens\/room\/|useSettingsSheet|\/CodeField\.|\/auth\/SecondFactor\./,
  )
    ? 'ed/room/'
    : '';
}
