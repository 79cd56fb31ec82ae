import { apartTexts, type ComparedRow } from './disagreement.ts';
import styles from './debrief.module.css';

/** Least distance that stands out: the opinions are no neighbors. */
const WIDE = 2;

/** Renders how far the marks of a row are apart; nothing if they agree. */
export function Apart({ row }: { row: ComparedRow }) {
  const texts = apartTexts(row);
  if (texts.length === 0) return null;
  return (
    <p className={styles.apart} data-wide={row.apart >= WIDE}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  );
}
