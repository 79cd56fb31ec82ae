import JoyIconButton from '@mui/joy/IconButton';
import type { ComponentProps } from 'react';

type Passed = Pick<
  ComponentProps<typeof JoyIconButton>,
  'onClick' | 'disabled' | 'className' | 'size' | 'ref' | 'children'
>;

/** A button that is only an icon; its label is its name and its tooltip. */
export function IconButton({ label, ...rest }: Passed & { label: string }) {
  return <JoyIconButton type="button" variant="plain" color="neutral" aria-label={label} title={label} {...rest} />;
}
