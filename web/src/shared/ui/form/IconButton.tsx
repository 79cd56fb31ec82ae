import JoyIconButton from '@mui/joy/IconButton';
import type { ComponentProps } from 'react';

type Passed = Pick<
  ComponentProps<typeof JoyIconButton>,
  'onClick' | 'disabled' | 'className' | 'size' | 'ref' | 'children' | 'title' | 'aria-keyshortcuts'
>;

/** Renders a button with an icon only; its label is its accessible name and its tooltip. */
export function IconButton({ label, ...rest }: Passed & { label: string }) {
  return <JoyIconButton type="button" variant="plain" color="neutral" aria-label={label} title={label} {...rest} />;
}
