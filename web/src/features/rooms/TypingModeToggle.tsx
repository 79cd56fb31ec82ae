import { TYPING_MODES } from '@cip/contracts/rooms/rooms';
import type { TypingMode } from '@cip/contracts/rooms/rooms';
import { TYPING_MODE_LABELS } from './typing-mode-label.ts';
import styles from './rooms.module.css';

export interface TypingModeToggleProps {
  mode: TypingMode;
  disabled: boolean;
  onChange: (mode: TypingMode) => void;
}

/** Sets when typed code is sent, for the whole room; only interviewers see it. */
export function TypingModeToggle({ mode, disabled, onChange }: TypingModeToggleProps) {
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
            checked={mode === value}
            onChange={() => onChange(value)}
          />
          {TYPING_MODE_LABELS[value]}
        </label>
      ))}
    </fieldset>
  );
}
