import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** Renders a link inside the app; routes that do not exist are type errors. */
export const TextLink = createLink((props: ComponentProps<'a'>) => <a {...props} />);
