import { TYPING_MODES } from '@cip/contracts/rooms/rooms';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { useRef, useState } from 'react';
import { TYPING_MODE_LABELS } from './typing-mode-label.ts';
import styles from './rooms.module.css';

export interface TypingModeToggleProps {
  mode: TypingMode;
  disabled: boolean;
  /** Resolves once the room has answered. */
  onChange: (mode: TypingMode) => Promise<void>;
}

/**
 * Sets when typed code is sent, for the whole room; only interviewers see it. A press counts before the room answers.
 */
export function TypingModeToggle({ mode, disabled, onChange }: TypingModeToggleProps) {
  const unanswered = useRef(0);
  const [wanted, setWanted] = useState<TypingMode | null>(null);
  const change = async (next: TypingMode) => {
    unanswered.current += 1;
    setWanted(next);
    await onChange(next);
    unanswered.current -= 1;
    if (unanswered.current === 0) setWanted(null);
  };
  return (
    <fieldset className={styles.modes} disabled={disabled}>
      <legend className="visually-hidden">Typing mode</legend>
      <span aria-hidden className={styles.when}>
        Code is sent
      </span>
      {TYPING_MODES.map((value) => (
        <label key={value} className={styles.mode}>
          <input
            type="radio"
            name="typing-mode"
            className="visually-hidden"
            checked={(wanted ?? mode) === value}
            onChange={() => void change(value)}
          />
          {TYPING_MODE_LABELS[value]}
        </label>
      ))}
    </fieldset>
  );
}
