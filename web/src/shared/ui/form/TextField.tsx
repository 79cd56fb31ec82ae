import Input from '@mui/joy/Input';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../theme/classes.ts';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

type Native = Pick<
  ComponentProps<'input'>,
  'type' | 'required' | 'autoFocus' | 'autoComplete' | 'name' | 'maxLength' | 'inputMode' | 'disabled' | 'placeholder'
>;

export interface TextFieldProps extends Native {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  help?: ReactNode;
}

/** Renders a field for one line of text. */
export function TextField({ label, value, onChange, error, help, ...native }: TextFieldProps) {
  return (
    <Field label={label} error={error} help={help}>
      {(control) => (
        <Input
          className={classes(styles.input)}
          error={error !== undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          slotProps={{ input: { ...native, ...control } }}
        />
      )}
    </Field>
  );
}
