import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import LogOut from 'lucide-react/icons/log-out';
import Search from 'lucide-react/icons/search';
import { useEffect } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useAccount } from '../features/auth/useAccount.ts';
import { install, installOffer, installsByHand } from '../pwa/install-offer.ts';
import { initials } from '../shared/format.ts';
import { useStore } from '../shared/store.ts';
import { ActionMenu } from '../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../shared/ui/overlay/ActionMenu.tsx';
import { SchemeMenu } from '../shared/ui/overlay/SchemeMenu.tsx';
import { TextLink } from '../shared/ui/TextLink.tsx';
import { Wordmark } from '../shared/ui/Wordmark.tsx';
import { useLoadedDialog } from '../shared/ui/overlay/use-loaded-dialog.ts';
import styles from './AppBar.module.css';
import { MainNav } from './MainNav.tsx';
import { OutboxButton } from './outbox/OutboxButton.tsx';
import { useSignOut } from './outbox/useSignOut.tsx';

const loadInstallHint = async () => (await import('../pwa/InstallHint.tsx')).InstallHint;

const loadPalette = async () => (await import('./palette/CommandPalette.tsx')).CommandPalette;

/** The bar of the signed-in pages: the main links, the search, the color scheme and the account's menu. */
export function AppBar() {
  const { company, user } = useAccount();
  const { signOut, signOutDialog } = useSignOut();
  const { installActions, installHint } = useInstall();
  const { Part: Palette, open, close } = useLoadedDialog(loadPalette, 'Failed to open the search');
  useShortcut(open);
  const email = user?.email ?? company.email;
  return (
    <header className={styles.bar}>
      <a href="#main" className={styles.skip} onClick={skipToMain}>
        Skip to content
      </a>
      <div className={styles.inside}>
        <TextLink to="/dashboard" className={styles.home}>
          <Wordmark />
        </TextLink>
        <MainNav />
        <div className={styles.end}>
          <button type="button" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
            <Search size={16} aria-hidden />
            <span>Search</span>
            <kbd>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
          </button>
          <OutboxButton />
          <SchemeMenu />
          <ActionMenu
            label={`Account menu ${email}`}
            className={styles.account}
            actions={[
              { label: email, disabled: true },
              ...installActions,
              { label: 'Logout', icon: <LogOut size={16} aria-hidden />, onSelect: signOut },
            ]}
          >
            <span className={styles.email}>{email}</span>
            <span className={styles.initials} data-text={initials(user?.name ?? company.name)} />
            <ChevronDown size={16} aria-hidden className={styles.chevron} />
          </ActionMenu>
        </div>
      </div>
      {installHint}
      {signOutDialog}
      {Palette && <Palette onClose={close} onSignOut={signOut} />}
    </header>
  );
}

const IS_MAC = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '');

/** Not the browser's own jump, which would change the address. */
function skipToMain(event: MouseEvent) {
  event.preventDefault();
  document.querySelector('main')?.focus();
}

/** Opens the search with Ctrl-K or ⌘K, except over a dialog. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector('dialog, [role="dialog"], [role="alertdialog"]')) open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** Returns the menu's install entry: installs if the browser allows it, else explains the browser's own menu. */
function useInstall(): { installActions: Action[]; installHint: ReactNode } {
  const isOffered = useStore(installOffer, (offer) => offer !== null);
  const { Part: InstallHint, open, close } = useLoadedDialog(loadInstallHint, 'Failed to show how to install the app');
  const byHand = installsByHand();
  const onSelect = () => (byHand ? open() : void install());
  return {
    installActions:
      isOffered || byHand ? [{ label: 'Install app', icon: <Download size={16} aria-hidden />, onSelect }] : [],
    installHint: InstallHint && <InstallHint onClose={close} />,
  };
}
