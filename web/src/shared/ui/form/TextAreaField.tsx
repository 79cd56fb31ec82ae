import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

export interface TextAreaFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The lines that it shows at least. */
  rows: number;
  maxLength?: number;
  isOptional?: boolean;
  error?: string | undefined;
  help?: ReactNode;
  autoComplete?: string;
  placeholder?: string;
  onBlur?: () => void;
}

/** Renders a field for several lines of text. */
export function TextAreaField({
  label,
  value,
  onChange,
  rows,
  isOptional,
  error,
  help,
  ...native
}: TextAreaFieldProps) {
  return (
    <Field {...{ label, isOptional, error, help }}>
      {(control) => (
        <textarea
          className={styles.area}
          value={value}
          rows={rows}
          style={{ '--rows': rows }}
          onChange={(event) => onChange(event.target.value)}
          {...native}
          {...control}
        />
      )}
    </Field>
  );
}
