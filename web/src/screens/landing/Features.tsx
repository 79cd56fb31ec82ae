import Timer from 'lucide-react/icons/timer';
import type { ReactNode } from 'react';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './Features.module.css';

interface Feature {
  title: string;
  text: string;
  picture: ReactNode;
}

const FEATURES: Feature[] = [
  {
    title: 'Real-time code collaboration',
    text: 'Two cursors, one text. Undo only takes back your own.',
    picture: (
      <code className={styles.line}>
        ORDER <i data-peer="1" />
        BY total
        <i data-peer="2" />
      </code>
    ),
  },
  {
    title: 'Multi-user support',
    text: 'Several interviewers, each with a name and a color.',
    picture: (
      <span className={styles.faces}>
        <b data-peer="1">MA</b>
        <b data-peer="3">TO</b>
        <b data-peer="2">JO</b>
      </span>
    ),
  },
  {
    title: 'Seamless interview flow',
    text: 'Start, share the link, write together, end.',
    picture: (
      <span className={styles.steps}>
        <b>Start</b>
        <b>Share</b>
        <b>Write</b>
        <b>End</b>
      </span>
    ),
  },
  {
    title: 'Secure and private',
    text: 'A private room per interview, closed when you end it.',
    picture: <code className={styles.code}>private-room-k3v9x0t2m</code>,
  },
  {
    title: 'Lightning fast',
    text: 'A room opens in under a second, with 50+ languages.',
    picture: (
      <span className={styles.watch}>
        <Timer size={28} />
        &lt; 1 s
      </span>
    ),
  },
  {
    title: 'Session management',
    text: 'Every interview in one list, with status and code.',
    picture: (
      <span className={styles.faces}>
        <StatusChip tone="good">ACTIVE</StatusChip>
        <StatusChip tone="info">COMPLETED</StatusChip>
      </span>
    ),
  },
];

/** Six features, each with a small picture. */
export function Features() {
  return (
    <section className={styles.features} aria-labelledby="features">
      <h2 id="features">Everything an interview needs, and nothing in its way</h2>
      <ul>
        {FEATURES.map(({ title, text, picture }) => (
          <li key={title}>
            <div className={styles.picture} aria-hidden="true">
              {picture}
            </div>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
