import { useEffect, useState } from 'react';
import styles from './room.module.css';

/** How long the strip is shown (ms); the candidate's menu changes the name later too. */
const SHOWN_FOR_MS = 6_000;

/** Shows a candidate the name under which the link let them in, and lets them change it. */
export function NameStrip({ name, onRename }: { name: string; onRename: () => void }) {
  const [isShown, setShown] = useState(true);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => setShown(false), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  if (!isShown) return null;
  return (
    <div role="status" className={styles.name}>
      <span>
        You joined as <bdi>{name}</bdi>. Not you?
      </span>
      <button type="button" onFocus={() => setHeld(true)} onBlur={() => setHeld(false)} onClick={onRename}>
        Change name
      </button>
    </div>
  );
}
