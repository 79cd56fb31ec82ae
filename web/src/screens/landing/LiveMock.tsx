import { useEffect, useState } from 'react';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import styles from './LiveMock.module.css';
import { cursorLine, MOCK_END, MOCK_LINES, MOCK_START, paint } from './mock-script.ts';
import type { Peer } from './mock-script.ts';

/** Time per letter (ms): a calm typist. */
const TICK_MS = 55;
const NAMES: Record<Peer, string> = { interviewer: 'Maya', candidate: 'Jonas' };
const ROLES: Record<Peer, string> = { interviewer: 'Interviewer', candidate: 'Candidate' };
const PEERS: Peer[] = ['interviewer', 'candidate'];

/** A mock session that types by itself; complete from the start when `still` or with reduced motion. */
export function LiveMock({ still = false }: { still?: boolean }) {
  const quiet = useMedia('(prefers-reduced-motion: reduce)');
  const tick = useTick(!still && !quiet);
  return (
    <figure className={styles.card} aria-label="An example session: two people write one SQL query">
      <figcaption className={styles.bar}>
        <code>private-room-k3v9x0t2m</code>
        <span className={styles.faces} aria-hidden="true">
          {PEERS.map((peer) => (
            <span key={peer} data-peer={peer}>
              {NAMES[peer].slice(0, 2)}
            </span>
          ))}
        </span>
        <StatusChip tone="good">Live</StatusChip>
      </figcaption>
      <div className={styles.room}>
        <pre className={styles.code}>
          {MOCK_LINES.map((line, index) => (
            <MockLine key={line.from} index={index} tick={tick} />
          ))}
        </pre>
        <ul className={styles.people}>
          {PEERS.map((peer) => (
            <li key={peer} data-peer={peer}>
              <strong>{NAMES[peer]}</strong>
              <span>
                {ROLES[peer]}, line {cursorLine(peer, tick) + 1 || 1}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className={styles.typing}>
        <span className={styles.dots} aria-hidden="true" />
        Interviewer is typing...
      </p>
    </figure>
  );
}

function MockLine({ index, tick }: { index: number; tick: number }) {
  const line = MOCK_LINES[index];
  if (line === undefined) return null;
  const written = line.text.slice(0, Math.max(0, tick - line.from));
  const here = PEERS.find((peer) => cursorLine(peer, tick) === index);
  return (
    <span className={styles.line}>
      {paint(written).map(({ text, kind }, piece) => (
        <span key={piece} data-kind={kind}>
          {text}
        </span>
      ))}
      {here && (
        <span className={styles.cursor} data-peer={here} aria-hidden="true">
          <span>{NAMES[here]}</span>
        </span>
      )}
    </span>
  );
}

/** Counts letters while `running`; otherwise returns the last tick. */
function useTick(running: boolean): number {
  const [tick, setTick] = useState(MOCK_START);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setTick((current) => {
        if (current >= MOCK_END) clearInterval(timer);
        return current + 1;
      });
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return running ? tick : MOCK_END;
}
