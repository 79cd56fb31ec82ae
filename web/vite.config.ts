import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { createFolderOf, folderOfPackages } from './chunk-folders.ts';
import { CHUNK_GROUPS, GROUP_NAMES } from './chunk-groups.ts';
import { manifest } from './manifest.ts';
import { here } from './module-graph.ts';
import { playbackFile } from './playback-file.ts';
import { PYTHON_WORKER, pythonWorker } from './python-worker.ts';
import { libraryTypesModules } from './library-types.ts';
import { runAssets } from './run-assets/plugin.ts';
import { TREE_SHAKING } from './tree-shaking.ts';
import { onlyRenderedPages, prejoin, PREJOIN_URL, withJoinCard } from './early-pages.ts';

const server = process.env['API_PROXY'] ?? 'http://127.0.0.1:3000';

/**
 * Makes Chromium compile the grouped chunks as a whole, off the main thread, instead of each function at its first
 * call. The comment only counts in the first line of a file.
 */
const compiledWhole: Plugin = {
  name: 'compiled-whole',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && GROUP_NAMES.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/**
 * Removes a statement of each icon that does nothing, and that the bundler keeps because a getter could do something.
 */
const lighterIcons: Plugin = {
  name: 'lighter-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/.*\/icons\// },
    handler: (code) => ({ code: code.replace('__iconData.node;', ''), map: null }),
  },
};

/** Folders of workers that are not Monaco's own. */
const WORKER_FOLDERS: ReadonlyMap<string, string> = new Map([
  ['format-worker', 'format'],
  ['types.worker', 'ed/types'],
]);

/** The files that each page itself requests, so that no import has to. */
const WITH_PAGE = /^assets\/(rolldown-runtime|framework|start)-/;

let folderOf: ReturnType<typeof createFolderOf> = () => '';

/** Finds the modules that each part of the app loads, which decide the folder of its chunks. */
const chunkFolders: Plugin = {
  name: 'chunk-folders',
  apply: 'build',
  buildEnd(error) {
    if (!error) folderOf = createFolderOf(this);
  },
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
    compiledWhole,
    lighterIcons,
    chunkFolders,
    onlyRenderedPages,
    prejoin,
    playbackFile,
    runAssets,
    libraryTypesModules,
    pythonWorker,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'service-worker.ts',
      // The page registers the worker itself, when it is idle.
      injectRegister: null,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: [
          'index.html',
          'color-scheme.js',
          PREJOIN_URL,
          'icon.svg',
          'assets/**/*.{js,css,woff2,ttf}',
          // The page caches the other runtimes when they are used.
          'run/{frame,preview}-*.html',
          'run/{javascript,typescript}/*.js',
          'run/js/{node,project,syntax}-*.js',
        ],
        // Nobody registers, pays, or asks for a new password without a network.
        // The service worker keeps a formatter that was used.
        globIgnores: ['assets/online/**', 'assets/format/**'],
        manifestTransforms: [withJoinCard],
        maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        target: 'es2023',
      },
    }),
  ],
  // Prerendering runs in Node, which cannot load Joy's published modules.
  ssr: { noExternal: true },
  worker: {
    // Only modules can be divided, and each formatter loads for itself.
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) => `assets/${WORKER_FOLDERS.get(name) ?? 'ed/monaco'}/[name]-[hash].js`,
        chunkFileNames: 'assets/format/[name]-[hash].js',
        assetFileNames: 'assets/format/[name]-[hash][extname]',
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // The size budgets are checked against the manifest.
    manifest: true,
    target: 'es2023',
    modulePreload: {
      // Every browser that can run this code supports modulepreload.
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !WITH_PAGE.test(file)) : files,
    },
    rolldownOptions: {
      treeshake: TREE_SHAKING,
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        chunkFileNames: ({ name, moduleIds, facadeModuleId }) => {
          // An entry whose modules another chunk has is a file without modules.
          const folder = folderOf(moduleIds.length > 0 ? moduleIds : [facadeModuleId ?? '']);
          // A chunk without modules is left out, and the style sheet of a module alone is named without "module".
          if (moduleIds.length > 0) folders.set(`${name.replace(/\.module$/, '')}.css`, folder);
          return `assets/${folder}[name]-[hash].js`;
        },
        assetFileNames: ({ originalFileNames, names: [name = ''] }) =>
          `assets/${folderOfAsset(originalFileNames, name)}[name]-[hash][extname]`,
      },
    },
  },
});

/** The folder of each chunk, by the name of its style sheet. */
const folders = new Map<string, string>();

/** Returns the folder of an asset: of its package, or of its chunk, whose modules or name a style sheet has. */
function folderOfAsset(sources: readonly string[], name: string): string {
  if (sources.some((source) => source.endsWith('.woff2'))) return 'fonts/';
  // Named before the folders of modules are known.
  if (name === PYTHON_WORKER) return 'ed/python/';
  return folderOfPackages(sources) ?? (folders.get(name) || folderOf(sources.map(here)));
}
