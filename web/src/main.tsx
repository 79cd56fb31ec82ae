import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { createAccountStore } from './features/auth/account-store.ts';
import { startInstalledApp } from './pwa/start.ts';
import { router } from './router.ts';
import { suppressExtensionErrors } from './shared/extension-errors.ts';
import { trustOwnScripts } from './shared/device/trusted-types.ts';
import { retryFailedStyles } from './shared/ui/loading/import-with-retry.ts';
import { followColorScheme } from './shared/ui/theme/color-scheme.ts';

suppressExtensionErrors();
trustOwnScripts();
followColorScheme();
retryFailedStyles();
startInstalledApp(import.meta.url);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
const app = <App accountStore={createAccountStore()} />;

// Loads the screen's own file before the first render, which would be empty without it. No top-level await: the
// files of the screens import this one.
void router.load().then(() => {
  // The landing page and the join card were rendered at build time. If the card was never shown, or has changed since
  // its name was sent, it is rendered again.
  const isPrerendered = root.dataset['written'] !== undefined;
  if (root.hidden) root.replaceChildren();
  root.hidden = false;
  if (!isPrerendered) return createRoot(root).render(app);
  router.ssr = { manifest: undefined };
  return hydrateRoot(root, app);
});
