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
  /** Says beside the label that the field may stay empty. */
  isOptional?: boolean | undefined;
  /** Replaces the help; screen readers announce it with the field. */
  error?: string | undefined;
  help?: ReactNode;
  children: (control: ControlProps) => ReactNode;
}

/** Renders a control with its label, and its help or its error under it. */
export function Field({ label, isOptional = false, error, help, children }: FieldProps) {
  const id = useId();
  const under = error ?? help;
  const underId = `${id}-under`;
  const optionalId = `${id}-optional`;
  const described = [
    ...(isOptional && error === undefined ? [optionalId] : []),
    ...(under === undefined ? [] : [underId]),
  ].join(' ');
  const name = <label htmlFor={id}>{label}</label>;
  return (
    <div className={styles.field}>
      {isOptional ? (
        <div className={styles.head}>
          {name}
          <span id={optionalId} className={styles.help}>
            Optional
          </span>
        </div>
      ) : (
        name
      )}
      {children({
        id,
        'aria-invalid': error !== undefined,
        ...(described !== '' && { 'aria-describedby': described }),
      })}
      {under !== undefined && (
        <p id={underId} className={error === undefined ? styles.help : styles.error}>
          {under}
        </p>
      )}
    </div>
  );
}
