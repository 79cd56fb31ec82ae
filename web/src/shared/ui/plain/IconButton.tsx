import type { ComponentProps } from 'react';
import { buttonStyle } from './button-style.ts';
import type { ButtonSize } from './button-style.ts';

type Native = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onKeyDown' | 'disabled' | 'className' | 'ref' | 'children' | 'title' | 'aria-keyshortcuts'
>;

export interface IconButtonProps extends Native {
  label: string;
  size?: ButtonSize;
}

/** Renders a button with an icon only; its label is its accessible name and its tooltip. */
export function IconButton({ label, size, ...native }: IconButtonProps) {
  const style = buttonStyle({ look: 'icon', size, className: native.className });
  return <button type="button" aria-label={label} title={label} {...native} {...style} />;
}
