/** Chromium's event, which the DOM's types do not know. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function set(next: InstallEvent | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer to install the app until somebody asks for it in the menu. */
export function watchInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // A candidate is told that there is nothing to install; no banner may say otherwise.
    event.preventDefault();
    set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => set(null));
}

/** For useSyncExternalStore: whether the browser offers to install the app. */
export const installOffer = {
  read: () => offer !== null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Asks the browser to install the app; it asks the person. Call it in the click itself. */
export async function install(): Promise<void> {
  const asked = offer;
  // Each offer can be taken up once.
  set(null);
  await asked?.prompt();
}

/** True in a browser that installs by its own share menu only (iOS and iPadOS), and not in the installed app. */
export function installsByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
