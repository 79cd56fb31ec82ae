import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

/** Attributes that connect a control to its label and to the line under it. */
export interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

export interface FieldProps {
  label: string;
  /** Replaces the help; screen readers announce it with the field. */
  error?: string | undefined;
  help?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** Renders a control with its label, and its help or its error under it. */
export function Field({ label, error, help, children }: FieldProps) {
  const id = useId();
  const under = error ?? help;
  const underId = `${id}-under`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(under !== undefined && { 'aria-describedby': underId }),
      })}
      {under !== undefined && (
        <p id={underId} className={error === undefined ? styles.help : styles.error}>
          {under}
        </p>
      )}
    </div>
  );
}
