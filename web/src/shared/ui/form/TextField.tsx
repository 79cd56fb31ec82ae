import type { ComponentProps, ReactNode } from 'react';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

type Native = Pick<
  ComponentProps<'input'>,
  | 'type'
  | 'required'
  | 'autoFocus'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'name'
  | 'maxLength'
  | 'inputMode'
  | 'disabled'
  | 'placeholder'
>;

export interface TextFieldProps extends Native {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isOptional?: boolean;
  error?: string | undefined;
  help?: ReactNode;
}

/** Renders a field for one line of text. */
export function TextField({ label, value, onChange, isOptional, error, help, ...native }: TextFieldProps) {
  return (
    <Field {...{ label, isOptional, error, help }}>
      {(control) => (
        <input
          className={styles.line}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...native}
          {...control}
        />
      )}
    </Field>
  );
}
