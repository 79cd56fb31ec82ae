import { expect, it } from 'vitest';
import { createFolderOf } from '../web/chunk-folders.ts';
import { loadedWith, sourceId } from '../web/module-graph.ts';

/** Imports of modules, by paths below web/src: `now` with the module, `later` on demand. */
/** @type {Record<string, { now?: string[], later?: string[] }>} */
const IMPORTS = {
  '../index.html': { now: ['main.tsx'] },
  'main.tsx': {
    now: ['router.ts'],
    later: ['screens/room/candidate/CandidateRoom.tsx', 'screens/auth/RegisterScreen.tsx'],
  },
  'router.ts': { later: ['routes/login.tsx?tsr-split=component', 'pwa/offline-cache.ts'] },
  'routes/login.tsx?tsr-split=component': { now: ['shared/once.ts'] },
  'pwa/offline-cache.ts': {},
  'screens/room/candidate/CandidateRoom.tsx': { now: ['shared/once.ts', 'shared/format.ts'] },
  'screens/auth/RegisterScreen.tsx': { now: ['shared/format.ts', 'shared/limits.ts'] },
  'shared/once.ts': {},
  'shared/format.ts': {},
  'shared/limits.ts': {},
};
const graph = {
  /** @param {string} id */
  getModuleInfo(id) {
    const path = Object.keys(IMPORTS).find((each) => sourceId(each) === id);
    if (path === undefined) return null;
    const { now = [], later = [] } = IMPORTS[path] ?? {};
    return { importedIds: now.map(sourceId), dynamicallyImportedIds: later.map(sourceId) };
  },
};
const folderOf = createFolderOf(graph);

it.each([
  ['a screen of the shell', ['routes/login.tsx?tsr-split=component'], ''],
  ['a late part of the shell', ['pwa/offline-cache.ts'], ''],
  ['a late part', ['screens/room/candidate/CandidateRoom.tsx'], 'ed/room/'],
  ['a part that needs the server', ['screens/auth/RegisterScreen.tsx'], 'online/'],
  ['what only a part that needs the server loads', ['shared/limits.ts'], 'online/'],
  ['what a late part and one that needs the server load', ['shared/format.ts'], 'ed/room/'],
  [
    'a late part with one that needs the server',
    ['screens/room/candidate/CandidateRoom.tsx', 'screens/auth/RegisterScreen.tsx'],
    'ed/room/',
  ],
  ['what the shell and a late part load', ['shared/once.ts', 'screens/room/candidate/CandidateRoom.tsx'], ''],
  ['a file that the app itself does not load', ['features/documents/sync/base64.ts'], 'ed/room/'],
  ['an editor', ['features/documents/monaco/MonacoPane.tsx'], 'ed/monaco/'],
  ['what completes Python', ['features/documents/completion/python/python-server.ts'], 'ed/python/'],
])('puts %s into its folder', (_what, paths, folder) => {
  expect(folderOf(paths.map(sourceId))).toBe(folder);
});

it('puts the packages of an editor into its folder, and modules of the bundler into the shell', () => {
  expect(folderOf(['/app/node_modules/@codemirror/state/dist/index.js'])).toBe('ed/codemirror/');
  expect(folderOf(['\0rolldown/runtime.js'])).toBe('');
});

it('fails the build for a source file that was renamed', () => {
  expect(() => sourceId('screens/auth/GoneScreen.tsx')).toThrow('web/src/screens/auth/GoneScreen.tsx, which does not');
});

it('does not follow late imports for what loads together', () => {
  expect(loadedWith(graph, [sourceId('main.tsx')])).toEqual(
    new Set(['main.tsx', 'router.ts', 'routes/login.tsx?tsr-split=component', 'shared/once.ts'].map(sourceId)),
  );
});
