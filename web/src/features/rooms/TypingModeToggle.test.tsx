import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TypingModeToggle } from './TypingModeToggle.tsx';

test('labels the typing modes and reports a change', async () => {
  const onChange = vi.fn<(mode: string) => void>();
  render(<TypingModeToggle mode="enter" disabled={false} onChange={onChange} />);
  expect(screen.getByLabelText<HTMLInputElement>('On Enter only').checked).toBe(true);
  await userEvent.click(screen.getByLabelText('Realtime (each key)'));
  expect(onChange).toHaveBeenCalledWith('instant');
});
