import { useId } from 'react';
import styles from './ChoiceField.module.css';

export interface ChoiceFieldProps<T extends string | number> {
  label: string;
  help?: string;
  value: T;
  choices: { value: T; label: string }[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** Up to this many characters, with their frames, choices fit one line of a phone of 320 pixels. */
const LINE_MAX_CHARS = 30;
const FRAME_CHARS = 2;

/** Returns whether the choices need more than a line of a phone, where they then stand below each other. */
function isLong(choices: { label: string }[]): boolean {
  return choices.reduce((sum, { label }) => sum + label.length + FRAME_CHARS, 0) > LINE_MAX_CHARS;
}

/** Renders a choice of one value among a few, all of them visible. */
export function ChoiceField<T extends string | number>({
  label,
  help,
  value,
  choices,
  onChange,
  disabled = false,
}: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <fieldset className={styles.field} disabled={disabled} {...(help && { 'aria-describedby': `${id}-help` })}>
      <legend>{label}</legend>
      <div className={styles.choices} data-long={isLong(choices)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={id}
              className="visually-hidden"
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}
