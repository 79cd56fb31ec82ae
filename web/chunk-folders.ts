import { here, loadedEver, loadedWith, sourceId } from './module-graph.ts';
import type { ModuleGraph } from './module-graph.ts';

/** Parts of the shell that load late. Every device needs them if there is no network, also before a sign-in. */
const SHELL_PARTS = [
  'features/outbox/page-outbox.ts',
  'pwa/activate-update.ts',
  'pwa/offline-cache.ts',
  'screens/candidate/CandidateOffline.tsx',
  'screens/outbox/dialogs/OutboxDialog.tsx',
  'screens/outbox/dialogs/SignOutDialog.tsx',
];

/** Parts that are useless without a server. */
const ONLINE_PARTS = [
  'features/auth/ReauthenticationDialog.tsx',
  'features/integrations/ApiKeys.tsx',
  'features/integrations/Webhooks.tsx',
  'features/interviews/CalendarFeed.tsx',
  'pwa/registration.ts',
  'routes/_signed-in/_shell/questions.$questionId.tsx?tsr-split=component',
  'routes/_signed-in/_shell/questions.index.tsx?tsr-split=component',
  'routes/_signed-in/sessions.$id.playback.tsx?tsr-split=component',
  'routes/_signed-in/test-payments.$page.tsx?tsr-split=component',
  'routes/review.tsx?tsr-split=component',
  'routes/verify.tsx?tsr-split=component',
  'screens/auth/CodeStep.tsx',
  'screens/auth/ForgotPasswordScreen.tsx',
  'screens/auth/ProviderSignIn.tsx',
  'screens/auth/RegisterScreen.tsx',
  'screens/auth/ResetPasswordScreen.tsx',
  'screens/auth/SignInReturnScreen.tsx',
  'screens/auth/UndoEmailScreen.tsx',
  'screens/auth/VerifyEmailScreen.tsx',
  'screens/candidate/EditorOffer.tsx',
  'screens/candidate/LinkProblem.tsx',
  'screens/candidate/NotStarted.tsx',
  'screens/landing/MoreLanding.tsx',
  'screens/landing/mock-answers.ts',
  'screens/legal/LegalScreens.tsx',
  'screens/playback/PlaybackScreen.tsx',
  'screens/playback/ReviewScreen.tsx',
  'screens/receipts/Receipt.tsx',
  'screens/receipts/ReceiptScreen.tsx',
];

/** Begins the ids of modules that the bundler itself makes. */
const BUNDLER = '\0';

/** Returns the folder of packages that only one editor uses, or null. */
export function folderOfPackages(ids: readonly string[]): string | null {
  const isFrom = (pattern: RegExp) => ids.some((id) => pattern.test(id));
  if (isFrom(/node_modules\/(monaco-editor|@monaco-editor)\//)) return 'ed/monaco/';
  return isFrom(/node_modules\/(@codemirror|@lezer|@replit)\//) ? 'ed/codemirror/' : null;
}

// The second one renders pages at build time.
const entries = () => [here('index.html'), sourceId('prerender.tsx')];

/** Returns the modules of the shell, which every screen loads if it opens without a network. */
export function shellOf(graph: ModuleGraph): Set<string> {
  return loadedWith(graph, [...entries(), ...SHELL_PARTS.map(sourceId)], new Set(ONLINE_PARTS.map(sourceId)));
}

/**
 * Returns a function that returns the folder of a chunk, by its modules: none for the shell, which every device caches;
 * `ed/…` for rooms, editors and all else that loads late, which devices cache after a sign-in or in a room (`ed/types/`
 * and `ed/python/` only once they were used); `online/`
 * for chunks that only `ONLINE_PARTS` load and that are not cached. If a chunk has modules of several, the first of
 * these applies.
 */
export function createFolderOf(graph: ModuleGraph): (modules: readonly string[]) => string {
  // What completes by types: devices cache it once they have used it.
  const types = sourceId('features/documents/completion/typescript/');
  const python = sourceId('features/documents/completion/python/');
  const monacoPane = sourceId('features/documents/monaco/MonacoPane.tsx');
  const codeMirrorPane = sourceId('features/documents/codemirror/CodeMirrorPane.tsx');
  const onlineParts = ONLINE_PARTS.map(sourceId);
  const online = loadedWith(graph, onlineParts);
  const offline = loadedEver(graph, entries(), new Set(onlineParts));
  const shell = shellOf(graph);
  return (modules) => {
    if (modules.some((id) => id.startsWith(types))) return 'ed/types/';
    if (modules.some((id) => id.startsWith(python))) return 'ed/python/';
    if (modules.includes(monacoPane)) return 'ed/monaco/';
    if (modules.includes(codeMirrorPane)) return 'ed/codemirror/';
    const packages = folderOfPackages(modules);
    if (packages !== null) return packages;
    if (modules.some((id) => shell.has(id) && offline.has(id))) return '';
    if (modules.some((id) => offline.has(id))) return 'ed/room/';
    if (modules.every((id) => id.startsWith(BUNDLER))) return '';
    return modules.some((id) => online.has(id)) ? 'online/' : 'ed/room/';
  };
}
