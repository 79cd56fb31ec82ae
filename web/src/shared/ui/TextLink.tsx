import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

/** A link inside the app; refuses routes that do not exist. */
export const TextLink = createLink((props: ComponentProps<'a'>) => <a {...props} />);
