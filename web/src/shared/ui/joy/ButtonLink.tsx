import JoyButton from '@mui/joy/Button';
import { createLink } from '@tanstack/react-router';
import type { ButtonLinkProps } from '../plain/ButtonLink.tsx';
import { pressOnSpace } from '../plain/press-on-space.ts';
import { JOY_LOOKS } from './joy-looks.ts';

function LinkThatLooksLikeAButton({ look = 'secondary', ...rest }: ButtonLinkProps) {
  return <JoyButton component="a" {...JOY_LOOKS[look]} {...rest} {...(rest.role && { onKeyDown: pressOnSpace })} />;
}

/** Renders a link inside the signed-in app as a button; routes that do not exist are type errors. */
export const ButtonLink = createLink(LinkThatLooksLikeAButton);
