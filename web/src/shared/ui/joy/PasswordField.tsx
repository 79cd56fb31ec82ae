import Input from '@mui/joy/Input';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { classes } from '../theme/classes.ts';
import { Field } from '../form/Field.tsx';
import styles from '../form/Field.module.css';
import { TextButton } from '../form/TextButton.tsx';
import type { TextFieldProps } from '../form/TextField.tsx';

/** Renders a password field that can show its text and warns about caps lock. */
export function PasswordField({ label, value, onChange, error, help, type: _type, ...native }: TextFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} error={error} help={capsLock ? 'Caps Lock is on.' : help}>
      {(control) => (
        <Input
          className={classes(styles.input)}
          error={error !== undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setCapsLock(false)}
          slotProps={{
            input: {
              ...native,
              ...control,
              type: shown ? 'text' : 'password',
              onKeyUp: noteCapsLock,
              spellCheck: false,
            },
          }}
          endDecorator={
            <TextButton aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide' : 'Show'}
            </TextButton>
          }
        />
      )}
    </Field>
  );
}
