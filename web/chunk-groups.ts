import { shellOf } from './chunk-folders.ts';
import { here, loadedAtStart, loadedEver, loadedWith, sourceId } from './module-graph.ts';
import type { ModuleGraph } from './module-graph.ts';

const JOIN_CARD = 'routes/codeshare.$roomCode.tsx?tsr-split=component---loader';
const LANDING = 'routes/index.tsx?tsr-split=component';
const CANDIDATE_ROOM = 'screens/room/candidate/CandidateRoom.tsx';
const CODEMIRROR_PANE = 'features/documents/codemirror/CodeMirrorPane.tsx';
const MONACO_PANE = 'features/documents/monaco/MonacoPane.tsx';

const SHARED = /\/web\/src\/shared\//;
const SHARED_BY_PAGES = /\/web\/src\/shared\/|\/contracts\/src\/|\/node_modules\//;

/** The modules that every page needs and that change only with the dependencies, in one file that stays cached. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\/|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|preload-helper/;

const ICON = /node_modules\/lucide-react\/dist\/esm\/icons\//;

/** The modules that only signed-in pages need. */
const JOY =
  /node_modules\/(@mui|@emotion|stylis|@babel|clsx|hoist-non-react-statics|react-is)\/|\/web\/src\/shared\/ui\/joy\//;

/** Returns the groups of modules by their importers; if a module belongs to a single screen, it has none. */
function groupsByImports(graph: ModuleGraph): Map<string, string> {
  const groups = new Map<string, string>();
  const shell = shellOf(graph);
  const room = loadedWith(graph, [sourceId(CANDIDATE_ROOM)]);
  const codeMirror = loadedWith(graph, [sourceId(CODEMIRROR_PANE)]);
  const monaco = loadedWith(graph, [sourceId(MONACO_PANE)]);
  for (const id of codeMirror) groups.set(id, monaco.has(id) ? 'room' : 'codemirror');
  for (const id of room) groups.set(id, 'room');
  // Signed-in screens need these too, without a room.
  for (const id of groups.keys()) if (shell.has(id)) groups.set(id, 'parts');
  const shared = [...loadedEver(graph, [here('index.html')], new Set())].filter((id) => SHARED.test(id));
  for (const id of loadedAtStart(graph, shared)) {
    if (shell.has(id)) groups.set(id, 'shared');
    else if (!groups.has(id)) groups.set(id, 'later');
  }
  for (const id of loadedAtStart(graph, [here('index.html'), sourceId(JOIN_CARD)])) {
    groups.delete(id);
    if (SHARED_BY_PAGES.test(id)) groups.set(id, 'start');
  }
  // One file instead of one for each icon that several signed-in screens show.
  const withoutAccount = loadedWith(graph, [LANDING, JOIN_CARD, CANDIDATE_ROOM].map(sourceId));
  for (const id of shell) if (ICON.test(id) && !groups.has(id) && !withoutAccount.has(id)) groups.set(id, 'icons');
  // Files of their own, which the build's manifest names.
  for (const path of [CANDIDATE_ROOM, CODEMIRROR_PANE]) groups.delete(sourceId(path));
  return groups;
}

/** The languages of which the editors know little more than words. Most have less than 5 kB. */
const LANGUAGES = {
  'codemirror-languages': /node_modules\/@codemirror\/legacy-modes\//,
  'monaco-languages': /node_modules\/monaco-editor\/.*\/definitions\/([\w-]+)\/\1\.js$/,
};

/** The most of them in one file, in bytes before minification. */
const LANGUAGES_BYTES = 40_000;

let byImports: Map<string, string> | undefined;

/** The names of all groups. */
export const GROUP_NAMES = [
  'framework',
  'joy',
  'start',
  'parts',
  'room',
  'icons',
  'codemirror',
  'shared',
  'later',
  'outbox',
];

/**
 * The files that the app's modules are bundled into, beside the files of single screens. There are few, because each
 * costs a phone several milliseconds to request, wherever it comes from.
 */
export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK },
  { name: 'joy', test: JOY, includeDependenciesRecursively: false },
  {
    debugName: 'by imports',
    name: (id: string, graph: ModuleGraph) => (byImports ??= groupsByImports(graph)).get(id) ?? null,
    includeDependenciesRecursively: false,
  },
  ...Object.entries(LANGUAGES).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
    maxSize: LANGUAGES_BYTES,
  })),
  { name: 'outbox', test: /\/web\/src\/screens\/outbox\//, includeDependenciesRecursively: false },
];
