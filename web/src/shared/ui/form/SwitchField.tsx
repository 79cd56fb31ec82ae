import Switch from '@mui/joy/Switch';
import { useId } from 'react';
import { classes } from '../theme/classes.ts';
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
      <Switch
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        color={checked ? 'primary' : 'neutral'}
        className={classes(!checked && styles.off)}
        slotProps={{ input: { id, role: 'switch', 'aria-label': label, 'aria-describedby': `${id}-help` } }}
      />
    </div>
  );
}
