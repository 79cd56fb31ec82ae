import { formatCountOf } from '../../../../shared/format.ts';
import type { Recording } from '../../replay/recording.ts';
import styles from '../player.module.css';

/** Most edits that are played back, for readers. */
const EDITS_TEXT = '200,000';

/** Renders notes about the recording that a reader has to know. */
export function Notes({ recording }: { recording: Recording }) {
  const { head, unapplied } = recording;
  return (
    <div className={styles.notes}>
      {head.edits === 'too_many' && (
        <p>
          This session has more than {EDITS_TEXT} edits, which is too many to play. You see its final code and its
          moments.
        </p>
      )}
      {head.edits === 'unreadable' && (
        <p>The code of this session cannot be read, so there is nothing to play. You see its moments.</p>
      )}
      {unapplied > 0 && (
        <p role="status">
          {formatCountOf(unapplied, 'edit')} could not be applied, so what you see may differ from what was shown.
        </p>
      )}
      {head.closed.length > 0 && (
        <p>An owner removed {formatCountOf(head.closed.length, 'part')} of this recording; each shows as one step.</p>
      )}
      {!head.hasTimeline && <p>This session is from before runs and moments were recorded.</p>}
      {head.isFull && (
        <p>More happened than can be recorded. Some arrivals, departures, runs and changes are missing.</p>
      )}
      <details>
        <summary>About the times</summary>
        <p>Lines appear when Enter sent them; offline typing appears when it synced.</p>
      </details>
    </div>
  );
}
