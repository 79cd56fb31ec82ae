import { Suspense, useEffect } from 'react';
import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import { importWithRetry } from '../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { Hero } from './Hero.tsx';
import styles from './landing.module.css';

const untilReload = () => new Promise<never>(() => {});
// The prerendered page shows these parts without a script; if the file does not load, they stay as they are.
const loadMore = () => importWithRetry(() => import('./MoreLanding.tsx')).catch(untilReload);
const MoreLanding = lazyPart(async () => (await loadMore()).MoreLanding);
const LandingFooter = lazyPart(async () => (await loadMore()).LandingFooter);

/** The public first page. */
export function LandingScreen() {
  const isSignedIn = useIsSignedIn();
  useEffect(() => {
    document.title = 'Code Interview Platform: live technical interviews in one shared editor';
  }, []);
  return (
    <>
      <header className={styles.bar}>
        <TextLink to="/" className={styles.home}>
          <Wordmark />
        </TextLink>
        <div className={styles.barEnd}>
          {isSignedIn ? (
            <ButtonLink to="/dashboard">Open dashboard</ButtonLink>
          ) : (
            <>
              <ButtonLink look="quiet" role="button" to="/login">
                Login
              </ButtonLink>
              <ButtonLink role="button" to="/register">
                Sign Up Free
              </ButtonLink>
            </>
          )}
        </div>
      </header>
      {/* The page was written at build time. React takes over each of these in a task of its own, or at the first tap. */}
      <main>
        <Suspense>
          <Hero />
        </Suspense>
        <Suspense>
          <MoreLanding />
        </Suspense>
      </main>
      <Suspense>
        <LandingFooter />
      </Suspense>
    </>
  );
}
