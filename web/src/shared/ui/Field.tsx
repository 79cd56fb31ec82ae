import FormControl from '@mui/joy/FormControl';
import FormHelperText from '@mui/joy/FormHelperText';
import FormLabel from '@mui/joy/FormLabel';
import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** Shown in place of the help, announced with the field. */
  error?: string | undefined;
  help?: ReactNode;
  children: ReactNode;
}

/** A labelled field with its help or its error under it. */
export function Field({ label, error, help, children }: FieldProps) {
  const under = error ?? help;
  return (
    <FormControl error={error !== undefined}>
      <FormLabel>{label}</FormLabel>
      {children}
      {under !== undefined && (
        <FormHelperText className={error ? styles['error'] : styles['help']}>{under}</FormHelperText>
      )}
    </FormControl>
  );
}
