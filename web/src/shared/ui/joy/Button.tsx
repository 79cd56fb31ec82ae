import JoyButton from '@mui/joy/Button';
import type { ButtonProps } from '../plain/Button.tsx';
import { ButtonText } from '../plain/ButtonText.tsx';
import { JOY_LOOKS } from './joy-looks.ts';

/** Renders a button of the signed-in app. A screen has at most one `primary` button, its next step. */
export function Button(props: ButtonProps) {
  const { children, look = 'secondary', icon, busy = false, busyText, disabled = false, ...rest } = props;
  return (
    <JoyButton
      type="button"
      {...JOY_LOOKS[look]}
      {...rest}
      startDecorator={icon}
      disabled={disabled || busy}
      {...(busy && { 'aria-busy': true })}
    >
      <ButtonText busy={busy} busyText={busyText}>
        {children}
      </ButtonText>
    </JoyButton>
  );
}
