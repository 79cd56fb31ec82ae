import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { useAccount } from '../features/auth/useAccount.ts';
import { install, installOffer, installsByHand } from '../pwa/install-offer.ts';
import { useStore } from '../shared/store.ts';
import { ActionMenu } from '../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../shared/ui/overlay/ActionMenu.tsx';
import { SchemeMenu } from '../shared/ui/overlay/SchemeMenu.tsx';
import { Wordmark } from '../shared/ui/Wordmark.tsx';
import { useLoadedDialog } from '../shared/ui/overlay/use-loaded-dialog.ts';
import styles from './AppBar.module.css';
import { OutboxButton } from './outbox/OutboxButton.tsx';
import { useSignOut } from './outbox/useSignOut.tsx';

const loadInstallHint = async () => (await import('../pwa/InstallHint.tsx')).InstallHint;

/** The bar of the signed-in pages: the product, the color scheme and the account's menu. */
export function AppBar({ children }: { children?: ReactNode }) {
  const { company, user } = useAccount();
  const { signOut, signOutDialog } = useSignOut();
  const { installActions, installHint } = useInstall();
  const email = user?.email ?? company.email;
  return (
    <header className={styles.bar}>
      <div className={styles.inside}>
        <Wordmark />
        <div className={styles.end}>
          {children}
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
            <ChevronDown size={16} aria-hidden className={styles.chevron} />
          </ActionMenu>
        </div>
      </div>
      {installHint}
      {signOutDialog}
    </header>
  );
}

/** Returns the menu's install entry: installs where the browser allows it, else shows how its own menu does. */
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
