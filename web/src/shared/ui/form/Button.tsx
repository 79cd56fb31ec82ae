import JoyButton from '@mui/joy/Button';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

/** The looks of buttons, and of links that look like one. */
export const BUTTON_LOOKS = {
  primary: { variant: 'solid', color: 'primary' },
  secondary: { variant: 'outlined', color: 'neutral' },
  quiet: { variant: 'plain', color: 'neutral' },
  danger: { variant: 'solid', color: 'danger' },
  dangerOutlined: { variant: 'outlined', color: 'danger' },
} as const;

type Passed = Pick<
  ComponentProps<typeof JoyButton>,
  | 'onClick'
  | 'onKeyDown'
  | 'type'
  | 'disabled'
  | 'autoFocus'
  | 'className'
  | 'title'
  | 'id'
  | 'ref'
  | 'fullWidth'
  | 'size'
>;

export interface ButtonProps extends Passed {
  children: string;
  look?: keyof typeof BUTTON_LOOKS;
  icon?: ReactNode;
  iconAfter?: ReactNode;
  /** While true the button is disabled and reads `busyText`; its width stays that of the longer text. */
  busy?: boolean;
  busyText?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
}

/** Renders a button. A screen has at most one `primary` button, its next step. */
export function Button({
  children,
  look = 'secondary',
  icon,
  iconAfter,
  busy = false,
  busyText,
  disabled = false,
  ...rest
}: ButtonProps) {
  const text = busy && busyText !== undefined ? busyText : children;
  const other = busy ? children : busyText;
  return (
    <JoyButton
      type="button"
      {...BUTTON_LOOKS[look]}
      {...rest}
      startDecorator={icon}
      endDecorator={iconAfter}
      disabled={disabled || busy}
      {...(busy && { 'aria-busy': true })}
    >
      <span className={styles.text} data-other={other}>
        {text}
      </span>
    </JoyButton>
  );
}
