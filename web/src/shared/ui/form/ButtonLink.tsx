import JoyButton from '@mui/joy/Button';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, KeyboardEvent } from 'react';
import { BUTTON_LOOKS } from './Button.tsx';

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'color' | 'tabIndex'> {
  look?: keyof typeof BUTTON_LOOKS;
  size?: 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
  /** `button` where the product calls it one: assistive technology announces a button, and it is still a link. */
  role?: 'button';
}

function LinkThatLooksLikeAButton({ look = 'secondary', ...rest }: ButtonLinkProps) {
  return <JoyButton component="a" {...BUTTON_LOOKS[look]} {...rest} {...(rest.role && { onKeyDown: pressOnSpace })} />;
}

/** Renders a link inside the app as a button; routes that do not exist are type errors. */
export const ButtonLink = createLink(LinkThatLooksLikeAButton);

/** A button reacts to the space bar, a link does not. */
export function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}
