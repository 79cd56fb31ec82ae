import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['API_PROXY'] ?? 'http://127.0.0.1:3000';

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@tanstack|@emotion|stylis|@babel|@mui\/(system|styled-engine|utils|private-theming)|@mui\/joy\/(styles|Button))\/|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|\/shared\/(storage-keys|api-error|stored-account|limits|once|ui\/(classes|Button|on-demand|use-media))\.|preload-helper/;

/** What forms are made of; the candidate's first page needs nothing else. */
const FORM =
  /@mui\/joy\/(Input|FormControl|colorInversion)\/|@mui\/base\/(useInput|FormControl)\/|\/shared\/(ui\/(Field|TextField|Notice|Spinner)\.|use-form\.)|icons\/(circle-(exclamation-point|check)|triangle-exclamation-point|info|x)\./;

/** What most screens behind the sign-in and the rooms have in common. */
const PARTS =
  /node_modules\/(@mui\/(base|joy\/(Card\w*|CircularProgress|Dialog\w*|List\w*|Menu\w*|Modal(?!Close)\w*|Switch))|@popperjs)\/|\/shared\/(ui\/(ActionMenu|Dialog|ConfirmDialog|SwitchField|ChoiceField)\.|(operation-id|copy-text|save-file)\.)|\/idb\/build\/|\/documents\/(languages|editor-settings|editor-pane|device-database|kept-document)\.|\/keep-engine\.|icons\/search\.|\/contracts\/src\/code-files\./;

/** What every room needs, whoever is in it. */
const ROOM =
  /node_modules\/(yjs|lib0|y-protocols|@?socket\.io[^/]*|engine\.io[^/]*|@mui\/joy\/(Drawer|ModalClose|SvgIcon|internal)|@mui\/joy\/utils\/createSvgIcon|typebox)[/.]|\/contracts\/src\/(rooms|documents|document-events|common|events)\.|\/(RoomFrame|RoomEditor|RoomFoot|RoomEndedDialog|EditorGuard|CodeStatus|useSettingsSheet|useLiveRoom|useVisibleHeight|live-room|participant-actions|download-code|room\.module|ConnectionChip|ConnectionBanner|ParticipantList|room-connection|room-events|room-state|wire|rooms\/limits|rooms\.module|EditorPane|EditorSettingsForm|KeyRow|FollowNote|SaveState|save-words|PeersTyping|LanguagePicker|SideSheet|useEditorSettings|usePeers\w+|useFollowing|base64|cursors|lacks|pending-store|split-update|document-sync|following|local-store|peer-colors|typing-gate|live-code|documents\.module)\.\w+|icons\/(settings-2|redo-2|undo-2|corner-down-left)\./;

/** CodeMirror without the languages. */
const CODEMIRROR =
  /node_modules\/(@codemirror\/(state|view|language|language-data|commands|search|autocomplete|streamparser)|@lezer\/(common|highlight)|style-mod|w3c-keyname|crelt|@marijn\/find-cluster-break|y-codemirror\.next)\/|\/codemirror-(language|theme|extensions)\./;

/** Everything that makes schemas out of schemas. */
const PURE = ['Type', 'Closed', 'Line', 'Text', 'TextNotBlank', 'OneOf', 'Nullable', 'Page', 'clientEvent', 'endpoint'];

/** Joy's buttons bring a spinner along that ours never show, a kilobyte and a half on every page. */
const withoutSpinner: Plugin = {
  name: 'without-spinner',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../CircularProgress' && /@mui\/joy\/(Icon)?Button\//.test(importer ?? '') ? '\0spinner' : null,
  load: (id) => (id === '\0spinner' ? 'export default () => null;' : null),
};

/** The page's first script makes one call of the public API by itself, wherever that is (as in api-client.ts). */
const publicApi: Plugin = {
  name: 'public-api',
  transformIndexHtml: (html) =>
    html.replace(
      'data-api="/api"',
      `data-api="${(process.env['VITE_PUBLIC_API_URL'] ?? '').replace(/\/*(\/api)?\/*$/, '')}/api"`,
    ),
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
    withoutSpinner,
    publicApi,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'service-worker.ts',
      // The page does that itself, once it has nothing better to do.
      injectRegister: null,
      manifest,
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ['index.html', '{color-scheme,early-lookup}.js', 'icon.svg', 'assets/**/*.{js,css,woff2,ttf}'],
        // Nobody pays, or asks for a new password, without a network.
        globIgnores: ['assets/online/**'],
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
        codeSplitting: {
          groups: [
            // What every screen needs and what changes with our dependencies only: one file that stays cached.
            { name: 'framework', test: FRAMEWORK },
            // Few files: each costs a phone several milliseconds to ask for, wherever it comes from.
            { name: 'form', test: FORM, includeDependenciesRecursively: false },
            { name: 'parts', test: PARTS, includeDependenciesRecursively: false },
            { name: 'room', test: ROOM, includeDependenciesRecursively: false },
            { name: 'codemirror', test: CODEMIRROR, includeDependenciesRecursively: false },
          ],
        },
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

/** Parts of screens that come when they are asked for, and that only people who signed in or enter a room ask for. */
const ON_DEMAND = /\/(Readiness|UpdatePrompt|InstallHint|SharedScreen|ColoredCode|ServerSections|QrCode)\.tsx$/;

/**
 * Where a file belongs that no screen needs to open: what rooms need lies in `ed`, by editor, so that the service
 * worker can keep it apart from the shell; what only makes sense with a server lies in `online` and is not kept.
 */
function folderOf(sources: readonly string[]): string {
  const isFrom = (pattern: RegExp) => sources.some((source) => pattern.test(source));
  if (isFrom(/node_modules\/(monaco-editor|@monaco-editor)\/|\/MonacoPane/)) return 'ed/monaco/';
  if (isFrom(/node_modules\/(@codemirror|@lezer|@replit)\/|\/CodeMirrorPane/)) return 'ed/codemirror/';
  if (isFrom(/\.woff2$/)) return 'fonts/';
  if (isFrom(/\/test-payments[./]|\/(Forgot|Reset)PasswordScreen|\/password-reset/)) return 'online/';
  return isFrom(/node_modules\/(yjs|socket\.io-client|uqr|typebox)\/|\/screens\/room\/|useSettingsSheet/)
    ? 'ed/room/'
    : '';
}
