import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import styles from './landing.module.css';

/** The call to action before the footer. */
export function CallToAction() {
  const isSignedIn = useIsSignedIn();
  return (
    <section className={styles.call} aria-labelledby="call">
      <h2 id="call">Your next interview could start in two minutes</h2>
      {isSignedIn ? (
        <ButtonLink look="primary" size="lg" to="/dashboard">
          Open dashboard
        </ButtonLink>
      ) : (
        <div>
          <ButtonLink look="primary" size="lg" role="button" to="/register">
            Start Free Trial
          </ButtonLink>
          <p>No credit card required • Setup in 2 minutes</p>
        </div>
      )}
    </section>
  );
}
