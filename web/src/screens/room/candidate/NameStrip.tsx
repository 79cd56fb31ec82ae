import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useEffect, useState } from 'react';
import { markUnread } from '../../../features/interviews/candidate-place.ts';
import { storedUntil } from '../../../prejoin/card-texts.ts';
import { COMPLETION_TEXTS, ruleText } from '../../../shared/rule-text.ts';
import styles from '../room.module.css';

interface NameStripProps {
  interview: PublicInterview;
  name: string;
  onRename: () => void;
}

/**
 * Shows the content of the join card to a candidate whom the link let in: their name, which they can change, the
 * recorded data, and the rule. It stays until they have read it, also after a reload.
 */
export function NameStrip({ interview, name, onRename }: NameStripProps) {
  const [isShown, setShown] = useState(true);
  const { room_code: roomCode, rule, completion } = interview;
  useEffect(() => {
    markUnread(roomCode, isShown);
  }, [roomCode, isShown]);
  if (!isShown) return null;
  return (
    <div role="status" className={styles.name}>
      <p>
        You joined as <bdi>{name}</bdi>. Not you?
      </p>
      <p>
        Recorded: the code, each edit, runs, and who joins or leaves, <span>{storedUntil(interview)}</span>.
        {rule && ` Rule: ${ruleText(rule)}`} {COMPLETION_TEXTS[completion]}
      </p>
      <div>
        <button type="button" onClick={() => setShown(false)}>
          Got it
        </button>
        <button type="button" onClick={onRename}>
          Change name
        </button>
      </div>
    </div>
  );
}
