import { ProviderButton } from '../../features/auth/ProviderButton.tsx';
import styles from './ProviderSignIn.module.css';

/** The way in by the provider, above the form for a password, if that is not only for owners. */
export function ProviderSignIn({ provider, isMain }: { provider: string; isMain: boolean }) {
  return (
    <div className={styles.way}>
      <ProviderButton provider={provider} look={isMain ? 'primary' : 'secondary'} />
      {!isMain && <p className={styles.or}>or with your password</p>}
    </div>
  );
}
