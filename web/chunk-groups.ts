import { existsSync } from 'node:fs';
import { here, loadedWith, sourceId } from './module-graph.ts';
import type { ModuleGraph } from './module-graph.ts';

/**
 * Matches source files by path below `web/src`: folders end with a slash, files have no extension, so that their style
 * sheets are included. Throws when one does not exist: a renamed file must not change silently what a phone loads.
 */
function sources(...paths: string[]): (id: string) => boolean {
  const starts = paths.map((path) => {
    const start = here(`src/${path}`);
    const isKnown = path.endsWith('/')
      ? existsSync(start)
      : ['.ts', '.tsx', '.module.css'].some((end) => existsSync(start + end));
    if (!isKnown) throw new Error(`web/chunk-groups.ts names src/${path}, which does not exist`);
    return path.endsWith('/') ? start : `${start}.`;
  });
  return (id) => starts.some((start) => id.startsWith(start));
}

/** Matches modules of packages, and those that the build makes. */
const packages = (pattern: RegExp) => (id: string) => pattern.test(id);

/** Matches what any of the given matches. */
const anyOf =
  (...tests: ((id: string) => boolean)[]) =>
  (id: string) =>
    tests.some((test) => test(id));

/** What every screen needs and what changes only with the dependencies: one file that stays cached. */
const FRAMEWORK = anyOf(
  packages(
    /node_modules\/(react|react-dom|scheduler|@tanstack|@emotion|stylis|@babel|@mui\/(system|styled-engine|utils|private-theming)|@mui\/joy\/(styles|Button))\/|node_modules\/lucide-react\/dist\/esm\/(?!icons\/)|preload-helper/,
  ),
  sources(
    'shared/api/api-error',
    'shared/device/storage-keys',
    'shared/device/stored-account',
    'shared/format',
    'shared/limits',
    'shared/once',
    'shared/rule-text',
    'shared/store',
    'shared/support',
    'shared/ui/TextLink',
    'shared/ui/feedback/StatusChip',
    'shared/ui/form/Button',
    'shared/ui/loading/import-with-retry',
    'shared/ui/loading/lazy-part',
    'shared/ui/theme/breakpoints',
    'shared/ui/theme/classes',
    'shared/ui/theme/use-media',
  ),
);

/** What forms need; the candidate's first page needs nothing else. */
const FORM = anyOf(
  packages(
    /@mui\/joy\/(Input|FormControl)\/|@mui\/base\/(useInput|FormControl)\/|icons\/(circle-(exclamation-point|check)|triangle-exclamation-point|info|x)\.|\0inversion/,
  ),
  sources(
    'prejoin/card-texts',
    'shared/form/use-form',
    'shared/ui/feedback/Notice',
    'shared/ui/form/Field',
    'shared/ui/form/TextField',
    'shared/ui/loading/Spinner',
  ),
);

/** What the rooms share with signed-in screens or with parts of them that load on demand. */
const PARTS = anyOf(
  packages(
    /node_modules\/(@mui\/(base|joy\/(Card\w*|CircularProgress|Dialog\w*|List\w*|Menu\w*|Modal(?!Close)\w*|Switch))|@popperjs)\/|\/idb\/build\/|icons\/(search|ellipsis-vertical)\.|\/contracts\/src\/rooms\/code-files\./,
  ),
  sources(
    'features/documents/device/device-database',
    'features/documents/device/kept-room',
    'features/documents/device/offline-document',
    'features/documents/editor/editor-colors',
    'features/documents/editor/languages/editor-pane',
    'features/documents/editor/editor-settings',
    'features/documents/editor/languages/languages',
    'features/documents/sync/base64',
    'pwa/editor-assets',
    'screens/receipts/ReceiptPage',
    'screens/receipts/ReceiptSpinner',
    'shared/api/operation-id',
    'shared/device/copy-text',
    'shared/ui/feedback/copy-code',
    'shared/device/device-connection',
    'shared/device/save-file',
    'shared/form/use-action',
    'shared/ui/Tabs',
    'shared/ui/form/ChoiceField',
    'shared/ui/form/SwitchField',
    'shared/ui/overlay/ActionMenu',
    'shared/ui/overlay/ConfirmDialog',
    'shared/ui/overlay/Dialog',
    'shared/ui/overlay/use-escape-from-page',
  ),
);

/** What lists of signed-in screens share: smaller as one file. */
const LISTS = anyOf(
  packages(/icons\/(ellipsis|trash)\./),
  sources(
    'features/interviews/playback-access',
    'shared/device/mail-state',
    'shared/form/use-failure',
    'shared/relative-time',
    'shared/ui/Pager',
    'shared/ui/feedback/EmptyState',
    'shared/ui/feedback/LoadFailed',
    'shared/ui/form/SearchField',
    'shared/ui/loading/Skeleton',
  ),
);

/** What the login screen shares with the other screens of accounts; smaller as one file. */
const AUTH = sources(
  'features/auth/sign-in.calls',
  'screens/auth/AuthForm',
  'screens/auth/AuthLayout',
  'screens/auth/SignedOutOnly',
  'screens/auth/place-after-sign-in',
  'screens/auth/useGoOn',
  'screens/landing/StillMock',
  'shared/sign-in-options',
  'shared/ui/form/PasswordField',
);

/** The dialogs about unsynced changes: preloaded together, and smaller as one file. */
const UNSENT = sources('screens/outbox/dialogs/', 'screens/outbox/outbox', 'features/documents/device/device-rows');

/** In the candidate's room, and in dialogs without a room: chunks of their own would be two more on a phone. */
const BESIDE_ROOM = sources('features/documents/device/orphaned-edits', 'screens/left-text/LeftTextNotice');

const CODEMIRROR_PANE = 'features/documents/codemirror/CodeMirrorPane.tsx';

/** Returns the modules that load together with some source files, which are paths below `web/src`. */
const loadedWithSources = (graph: ModuleGraph, ...paths: string[]) => loadedWith(graph, paths.map(sourceId));

const inBoth = (one: Set<string>, other: Set<string>) => [...one].filter((id) => other.has(id));

/** Groups by imports: what both rooms or both editors load is the room's, and what else CodeMirror loads its own. */
function groupByImports(graph: ModuleGraph): Map<string, 'room' | 'codemirror'> {
  const candidateRoom = loadedWithSources(graph, 'screens/room/candidate/CandidateRoom.tsx');
  const interviewerRoom = loadedWithSources(graph, 'screens/room/interviewer/InterviewerRoom.tsx');
  const codeMirror = loadedWithSources(graph, CODEMIRROR_PANE);
  const monaco = loadedWithSources(graph, 'features/documents/monaco/MonacoPane.tsx');
  const room = [
    ...inBoth(candidateRoom, interviewerRoom),
    ...inBoth(codeMirror, monaco),
    ...[...candidateRoom].filter(BESIDE_ROOM),
  ];
  const groups = new Map<string, 'room' | 'codemirror'>();
  for (const id of codeMirror) if (id !== sourceId(CODEMIRROR_PANE)) groups.set(id, 'codemirror');
  for (const id of room) groups.set(id, 'room');
  // What a screen loads without a room stays with that screen; the second entry renders pages at build time.
  for (const id of loadedWithSources(graph, 'main.tsx', 'prerender.tsx')) if (!BESIDE_ROOM(id)) groups.delete(id);
  return groups;
}

let byImports: Map<string, 'room' | 'codemirror'> | undefined;

/** The names of all groups. */
export const GROUP_NAMES = ['framework', 'form', 'parts', 'auth', 'lists', 'unsent', 'room', 'codemirror'];

/**
 * The files that the app's modules are bundled into, beside those of single screens. Few files: each costs a phone
 * several milliseconds to request, wherever it comes from.
 */
export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK },
  { name: 'form', test: FORM, includeDependenciesRecursively: false },
  { name: 'parts', test: PARTS, includeDependenciesRecursively: false },
  { name: 'auth', test: AUTH, includeDependenciesRecursively: false },
  { name: 'lists', test: LISTS, includeDependenciesRecursively: false },
  { name: 'unsent', test: UNSENT, includeDependenciesRecursively: false },
  {
    debugName: 'room and codemirror',
    name: (id: string, graph: ModuleGraph) => (byImports ??= groupByImports(graph)).get(id) ?? null,
    includeDependenciesRecursively: false,
  },
];
