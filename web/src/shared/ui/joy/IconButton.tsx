import JoyIconButton from '@mui/joy/IconButton';
import type { IconButtonProps } from '../plain/IconButton.tsx';

/** Renders a button of the signed-in app with an icon only; its label is its accessible name and its tooltip. */
export function IconButton({ label, disabled = false, ...rest }: IconButtonProps) {
  const quiet = { variant: 'plain', color: 'neutral', disabled } as const;
  return <JoyIconButton type="button" {...quiet} aria-label={label} title={label} {...rest} />;
}
