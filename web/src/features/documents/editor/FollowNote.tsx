import X from 'lucide-react/icons/x';
import styles from './documents.module.css';

export interface FollowNoteProps {
  name: string;
  /** The participant's colour, as CSS. */
  color: string;
  onStop: () => void;
}

/** Names the followed participant over the code, in their colour; the button stops following. */
export function FollowNote({ name, color, onStop }: FollowNoteProps) {
  return (
    <div className={styles.follow} style={{ '--peer': color }}>
      <span>
        <span role="status">Following {name}</span>
        <button type="button" aria-label="Stop following" title="Stop following" onClick={onStop}>
          <X size={14} aria-hidden />
        </button>
      </span>
    </div>
  );
}
