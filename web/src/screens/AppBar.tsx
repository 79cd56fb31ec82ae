import { useNavigate } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { useAccount, useAccountStore } from '../features/auth/useAccount.ts';
import { ActionMenu } from '../shared/ui/ActionMenu.tsx';
import { SchemeMenu } from '../shared/ui/SchemeMenu.tsx';
import { Wordmark } from '../shared/ui/Wordmark.tsx';
import styles from './AppBar.module.css';

/** The bar over the signed-in pages: the product, the colour scheme and the account's menu. */
export function AppBar({ children }: { children?: ReactNode }) {
  const { company, user } = useAccount();
  const store = useAccountStore();
  const navigate = useNavigate();
  const email = user?.email ?? company.email;
  const logout = async () => {
    await store.logout();
    await navigate({ to: '/login' });
  };
  return (
    <header className={styles['bar']}>
      <div className={styles['inside']}>
        <Wordmark />
        <div className={styles['end']}>
          {children}
          <SchemeMenu />
          <ActionMenu
            label={`Account menu ${email}`}
            className={styles['account']}
            actions={[
              { label: email, disabled: true },
              { label: 'Logout', icon: <LogOut size={16} aria-hidden />, onSelect: () => void logout() },
            ]}
          >
            <span className={styles['email']}>{email}</span>
            <ChevronDown size={16} aria-hidden className={styles['chevron']} />
          </ActionMenu>
        </div>
      </div>
    </header>
  );
}
