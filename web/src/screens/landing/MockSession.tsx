import type { ReactNode } from 'react';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import styles from './MockSession.module.css';
import { tokenize } from './mock-script.ts';
import type { MockLine, Peer } from './mock-script.ts';

/** Lines that fit; earlier ones scroll away. */
const ROWS = 10;
const NAMES: Record<Peer, string> = { interviewer: 'Maya', candidate: 'Jonas', you: 'You' };
const FACES: Peer[] = ['interviewer', 'candidate'];
const OUTPUT = [
  ['Aicha Diallo', 4],
  ['Tom Baker', 3],
  ['Wen Li', 2],
] as const;

interface MockSessionProps {
  lines: MockLine[];
  /** True if the dots move. */
  isMoving: boolean;
  status: string;
  /** The visitor's field. */
  children?: ReactNode;
}

/** Draws a mock session: two people write one query, and its output stands beside it if there is room. */
export function MockSession({ lines, isMoving, status, children }: MockSessionProps) {
  const scrolled = Math.max(0, lines.length - ROWS);
  return (
    <figure className={styles.card} aria-label="An example session: two people write one SQL query">
      <figcaption className={styles.bar}>
        <code>private-room-k3v9x0t2m</code>
        <span className={styles.faces} aria-hidden="true">
          {FACES.map((peer) => (
            <span key={peer} data-peer={peer}>
              {NAMES[peer].slice(0, 2)}
            </span>
          ))}
        </span>
        <StatusChip tone="good">Live</StatusChip>
      </figcaption>
      <div className={styles.room}>
        <div>
          <pre className={styles.code} style={{ counterReset: `line ${scrolled}` }}>
            {lines.slice(scrolled).map((line, row) => (
              <Line key={scrolled + row} line={line} />
            ))}
          </pre>
          <Output />
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.typing}>
          <span className={styles.dots} data-moving={isMoving} aria-hidden="true" />
          {status}
        </p>
        {children}
      </div>
    </figure>
  );
}

function Line({ line: { text, cursor } }: { line: MockLine }) {
  return (
    <span className={styles.line}>
      {tokenize(text).map((token, piece) => (
        <span key={piece} data-kind={token.kind}>
          {token.text}
        </span>
      ))}
      {cursor !== null && (
        <span className={styles.cursor} data-peer={cursor} aria-hidden="true">
          {cursor !== 'you' && <span>{NAMES[cursor]}</span>}
        </span>
      )}
    </span>
  );
}

function Output() {
  return (
    <div className={styles.output}>
      <table>
        <caption>Output</caption>
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">orders</th>
          </tr>
        </thead>
        <tbody>
          {OUTPUT.map(([name, orders]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{orders}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
