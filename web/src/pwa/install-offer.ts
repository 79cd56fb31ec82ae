import { createAtom } from '@tanstack/store';

/** Chromium's event, which the DOM's types do not know. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer to install the app; null if there is none. */
export const installOffer = createAtom<InstallEvent | null>(null);

/** Stores the browser's offer to install the app until the user chooses it in the menu. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Prevented, because the join page promises that there is nothing to install, which the banner would contradict.
    event.preventDefault();
    installOffer.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installOffer.set(null));
}

/**
 * Opens the browser's install prompt. Call it in the click handler itself, because the browser requires a user gesture.
 */
export async function install(): Promise<void> {
  const offer = installOffer.get();
  // An offer can be used once.
  installOffer.set(null);
  await offer?.prompt();
}

/**
 * Returns true in a browser that installs only through its share menu (iOS, iPadOS), and false in the installed app.
 */
export function installsByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
