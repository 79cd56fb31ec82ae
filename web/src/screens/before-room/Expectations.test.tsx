import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPublicInterview } from '../../testing/examples.ts';
import { Expectations } from './Expectations.tsx';

// Fault L13: an interview that runs is not early.
test.each([
  ['scheduled', true],
  ['active', false],
] as const)('tells a candidate of a %s interview that the page waits: %s', (status, isSaid) => {
  render(<Expectations interview={aPublicInterview({ status })} />);
  expect(screen.getByText(/Nothing to install\./).textContent).toBe(
    `${isSaid ? 'Early? That’s fine: this page waits. ' : ''}Nothing to install.`,
  );
});
