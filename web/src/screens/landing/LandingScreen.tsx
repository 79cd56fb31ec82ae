import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { Benefits } from './Benefits.tsx';
import { CallToAction, LandingFooter } from './CallToAction.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import styles from './landing.module.css';
import { Pictures } from './Pictures.tsx';
import { Pricing } from './Pricing.tsx';

/** The public first page. */
export function LandingScreen() {
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  useEffect(() => {
    document.title = 'Code Interview Platform: live technical interviews in one shared editor';
  }, []);
  return (
    <>
      <header className={styles.bar}>
        <Wordmark />
        <div className={styles.barEnd}>
          {isSignedIn ? (
            <Button look="secondary" onClick={() => void navigate({ to: '/dashboard' })}>
              Dashboard
            </Button>
          ) : (
            <>
              <Button look="quiet" onClick={() => void navigate({ to: '/login' })}>
                Login
              </Button>
              <Button look="secondary" onClick={() => void navigate({ to: '/register' })}>
                Sign Up Free
              </Button>
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
          <Features />
          <Pictures />
          <Benefits />
        </Suspense>
        <Suspense>
          <Pricing />
        </Suspense>
        <Suspense>
          <CallToAction />
        </Suspense>
      </main>
      <LandingFooter />
    </>
  );
}
