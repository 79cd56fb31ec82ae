import type { ComponentProps, ReactNode } from 'react';
import { buttonStyle } from './button-style.ts';
import type { ButtonLook, ButtonSize } from './button-style.ts';
import { ButtonText } from './ButtonText.tsx';

type Native = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onKeyDown' | 'type' | 'disabled' | 'autoFocus' | 'title' | 'ref' | 'aria-label' | 'aria-describedby'
>;

export interface ButtonProps extends Native {
  children: string;
  look?: ButtonLook;
  size?: ButtonSize;
  fullWidth?: boolean;
  icon?: ReactNode;
  /** While true the button is disabled and reads `busyText`; its width stays the longer text's. */
  busy?: boolean;
  busyText?: string;
}

/** Renders a button. A screen has at most one `primary` button, its next step. */
export function Button(props: ButtonProps) {
  const { children, look = 'secondary', size, fullWidth, icon, busy = false, busyText, ...native } = props;
  return (
    <button
      type="button"
      {...native}
      {...buttonStyle({ look, size, fullWidth })}
      disabled={native.disabled || busy}
      {...(busy && { 'aria-busy': true })}
    >
      {icon}
      <ButtonText busy={busy} busyText={busyText}>
        {children}
      </ButtonText>
    </button>
  );
}
