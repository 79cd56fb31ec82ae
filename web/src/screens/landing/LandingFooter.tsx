import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { useSupportEmail } from '../../shared/support.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './landing.module.css';

const THIS_YEAR = new Date().getFullYear();

/** Quick links, the support address and the copyright. */
export function LandingFooter() {
  const supportEmail = useSupportEmail();
  const isSignedIn = useIsSignedIn();
  return (
    <footer className={styles.footer}>
      <Wordmark />
      <nav aria-label="Quick links">
        {isSignedIn ? (
          <TextLink to="/dashboard">Dashboard</TextLink>
        ) : (
          <>
            <TextLink to="/login">Login</TextLink>
            <TextLink to="/register">Sign Up</TextLink>
            <TextLink to="/try">Try the editor</TextLink>
          </>
        )}
      </nav>
      <nav aria-label="Small print">
        <TextLink to="/privacy">Privacy</TextLink>
        <TextLink to="/terms">Terms</TextLink>
      </nav>
      <p>Support: {supportEmail !== '' && <a href={`mailto:${supportEmail}`}>{supportEmail}</a>}</p>
      {/* The page may have been written last year. */}
      <p suppressHydrationWarning>© {THIS_YEAR} Code Interview Platform. All rights reserved.</p>
    </footer>
  );
}
