import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { TypingModeToggle } from './TypingModeToggle.tsx';

test('labels the typing modes and reports a change', async () => {
  const onChange = vi.fn<(mode: string) => Promise<void>>(() => Promise.resolve());
  render(<TypingModeToggle mode="enter" disabled={false} onChange={onChange} />);
  expect(screen.getByLabelText<HTMLInputElement>('On Enter only').checked).toBe(true);
  await userEvent.click(screen.getByLabelText('Realtime (each key)'));
  expect(onChange).toHaveBeenCalledWith('instant');
});

test('takes each of several presses before the room answers the first', async () => {
  const answers: (() => void)[] = [];
  const onChange = vi.fn<(mode: string) => Promise<void>>(() => new Promise((resolve) => answers.push(resolve)));
  render(<TypingModeToggle mode="enter" disabled={false} onChange={onChange} />);
  const names = ['Realtime (each key)', 'On Enter only', 'Realtime (each key)'];
  for (const name of names) await userEvent.click(screen.getByLabelText(name));
  expect(onChange.mock.calls).toEqual([['instant'], ['enter'], ['instant']]);
  const realtime = screen.getByLabelText<HTMLInputElement>('Realtime (each key)');
  for (const answer of answers) {
    expect(realtime.checked).toBe(true);
    await act(async () => answer());
  }
  expect(realtime.checked).toBe(false);
});
