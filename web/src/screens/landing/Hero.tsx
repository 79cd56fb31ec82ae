import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import styles from './landing.module.css';
import { LiveMock } from './LiveMock.tsx';

const STATISTICS = [
  ['1000+', 'Interviews conducted'],
  ['500+', 'Companies'],
  ['50+', 'Languages'],
];

/** The headline, the next step, the mock session and the statistics. */
export function Hero() {
  const isSignedIn = useIsSignedIn();
  return (
    <section className={styles.hero}>
      <h1>Conduct technical interviews in one shared editor</h1>
      <p>
        Send a link. The candidate types a name, and you both write the same code, live. No account for them, nothing to
        install, nothing lost.
      </p>
      <div className={styles.buttons}>
        {isSignedIn ? (
          <ButtonLink look="primary" size="lg" to="/dashboard">
            Open dashboard
          </ButtonLink>
        ) : (
          <>
            <ButtonLink look="primary" size="lg" role="button" to="/register">
              Get Started Free
            </ButtonLink>
            <ButtonLink size="lg" role="button" to="/login">
              Sign In
            </ButtonLink>
          </>
        )}
      </div>
      <LiveMock />
      <dl className={styles.statistics}>
        {STATISTICS.map(([figure, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
