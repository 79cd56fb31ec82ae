import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RunTests } from './RunTests.tsx';
import type { Solution } from './use-solution.ts';

test('presses the button once while Enter is held', () => {
  render(<RunTests solution={{ isRunning: false, status: '' } as Solution} />);
  const button = screen.getByRole('button', { name: 'Run all' });
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});
