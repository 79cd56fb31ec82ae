import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createAccountStore } from './features/auth/account-store.ts';
import { startInstalledApp } from './pwa/start.ts';
import { router } from './router.ts';
import { suppressExtensionErrors } from './shared/extension-errors.ts';
import { trustOwnScripts } from './shared/trusted-types.ts';

suppressExtensionErrors();
trustOwnScripts();
startInstalledApp();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const app = <App accountStore={createAccountStore()} />;

// The landing page was written at build time: what it shows has to be here before it is taken over.
if (root.hasChildNodes()) router.ssr = { manifest: undefined };
// The screen's own file comes before the first drawing, which would show nothing without it. No await out here: the
// screens' files wait for this one.
void router.load().then(() => (root.hasChildNodes() ? hydrateRoot(root, app) : createRoot(root).render(app)));
