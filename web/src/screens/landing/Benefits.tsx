import styles from './landing.module.css';

const BENEFITS = [
  [
    'Instant link sharing: one link, one click',
    'No installation and no account for candidates',
    'Works on laptops, tablets and phones',
    'Syntax highlighting for 50+ languages',
    'Named cursors, so that you see who writes what',
  ],
  [
    'Several interviewers in one session',
    'Session history with the code of every interview',
    'Team member management in one place',
    'Secure private session rooms',
    'Nothing typed is lost when a connection drops',
  ],
];

/** Ten reasons, five per column. */
export function Benefits() {
  return (
    <section className={styles.benefits} aria-labelledby="benefits">
      <h2 id="benefits">Why choose our platform</h2>
      <div className={styles.columns}>
        {BENEFITS.map((column) => (
          <ul key={column[0]}>
            {column.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  );
}
