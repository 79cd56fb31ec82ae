import { useNavigate } from '@tanstack/react-router';
import { useIsSignedIn } from '../../features/auth/useAccount.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import styles from './landing.module.css';
import { LiveMock } from './LiveMock.tsx';

const STATISTICS = [
  ['1000+', 'Interviews conducted'],
  ['500+', 'Companies'],
  ['50+', 'Languages'],
];

/** The headline, the statistics and the mock session. */
export function Hero() {
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  return (
    <section className={styles.hero}>
      <h1>Conduct technical interviews in one shared editor</h1>
      <div className={styles.pitch}>
        <p>
          Send a link. The candidate types a name, and you both write the same code, live. No account for them, nothing
          to install, nothing lost.
        </p>
        <div className={styles.buttons}>
          {isSignedIn ? (
            <Button look="primary" size="lg" onClick={() => void navigate({ to: '/dashboard' })}>
              Go to the dashboard
            </Button>
          ) : (
            <>
              <Button look="primary" size="lg" onClick={() => void navigate({ to: '/register' })}>
                Get Started Free
              </Button>
              <Button look="secondary" size="lg" onClick={() => void navigate({ to: '/login' })}>
                Sign In
              </Button>
            </>
          )}
        </div>
      </div>
      <div className={styles.picture}>
        <LiveMock />
      </div>
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
