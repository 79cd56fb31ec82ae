import { useId } from 'react';
import styles from './SwitchField.module.css';

export interface SwitchFieldProps {
  label: string;
  help: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Renders a switch with its label and help. */
export function SwitchField({ label, help, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id} className={styles.text}>
        <span>{label}</span>
        <span className={styles.help} id={`${id}-help`}>
          {help}
        </span>
      </label>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        id={id}
        aria-label={label}
        aria-describedby={`${id}-help`}
        className={styles.switch}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
