import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NameStrip } from './NameStrip.tsx';

afterEach(() => void vi.useRealTimers());

test('shows for six seconds under which name the link let the candidate in', () => {
  vi.useFakeTimers();
  render(<NameStrip name="Grace" onRename={() => undefined} />);
  expect(screen.getByRole('status').textContent).toContain('You joined as Grace. Not you?');
  act(() => void vi.advanceTimersByTime(5_999));
  expect(screen.queryByRole('status')).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('status')).toBeNull();
});

test('stays while it has the focus, and changes the name', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const rename = vi.fn<() => void>();
  render(<NameStrip name="Grace" onRename={rename} />);
  act(() => screen.getByRole('button', { name: 'Change name' }).focus());
  act(() => void vi.advanceTimersByTime(10_000));
  await userEvent.click(screen.getByRole('button', { name: 'Change name' }));
  expect(rename).toHaveBeenCalledOnce();
});
