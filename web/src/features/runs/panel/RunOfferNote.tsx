import { Button } from '../../../shared/ui/plain/Button.tsx';
import type { RunOffer } from '../state/run-state.ts';
import type { RunSession } from '../session/run-session.ts';
import { formatBytes } from './run-text.ts';
import styles from './runs.module.css';

/** Renders the user's options if no device of the room runs the language. */
export function RunOfferNote({ session, offer }: { session: RunSession; offer: RunOffer }) {
  const { label, bytes, other, isTests } = offer;
  return (
    <div className={styles.offer}>
      <p>
        {bytes === null
          ? `${label} runs only on laptops${session.room.isAlone ? '' : ', and no laptop is here to run it'}.`
          : `${session.room.isAlone ? '' : 'No other device is here to run it. '}${label} is ${formatBytes(bytes)}.`}
      </p>
      {bytes !== null && (
        <Button size="sm" onClick={() => void session.press({ isHere: true, isTests: isTests === true })}>
          Download and run here
        </Button>
      )}
      {other && (
        <>
          <p>
            {other.label} is {formatBytes(other.bytes)}.
          </p>
          <Button size="sm" onClick={() => void session.press({ language: other.language, isHere: true })}>
            {`Run as ${other.label}`}
          </Button>
        </>
      )}
    </div>
  );
}
