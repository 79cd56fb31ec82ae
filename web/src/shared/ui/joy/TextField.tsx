import Input from '@mui/joy/Input';
import type { TextFieldProps } from '../form/TextField.tsx';
import { classes } from '../theme/classes.ts';
import { Field } from '../form/Field.tsx';
import styles from '../form/Field.module.css';

/** Renders a field of the signed-in app for one line of text. */
export function TextField({ label, value, onChange, isOptional, error, help, ...native }: TextFieldProps) {
  return (
    <Field {...{ label, isOptional, error, help }}>
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
