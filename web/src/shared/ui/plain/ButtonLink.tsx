import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { buttonStyle } from './button-style.ts';
import type { ButtonLook, ButtonSize } from './button-style.ts';
import { pressOnSpace } from './press-on-space.ts';

export interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'color' | 'tabIndex'> {
  look?: ButtonLook;
  size?: ButtonSize;
  fullWidth?: boolean;
  /** `button` if the product calls it one: assistive technology announces a button, and it is still a link. */
  role?: 'button';
}

function LinkThatLooksLikeAButton({ look = 'secondary', size, fullWidth, ...native }: ButtonLinkProps) {
  const style = buttonStyle({ look, size, fullWidth, className: native.className });
  return <a {...native} {...style} {...(native.role && { onKeyDown: pressOnSpace })} />;
}

/** Renders a link inside the app as a button; routes that do not exist are type errors. */
export const ButtonLink = createLink(LinkThatLooksLikeAButton);
