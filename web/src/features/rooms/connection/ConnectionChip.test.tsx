import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConnectionChip } from './ConnectionChip.tsx';

/** Returns the look of the chip with a word. */
const toneOf = (word: string) => screen.getByText(word).className;

test('is red only for a connection that was lost, or does not come', () => {
  vi.useFakeTimers();
  const { rerender, unmount } = render(<ConnectionChip isConnected={false} isOver={false} />);
  expect(toneOf('Disconnected')).toContain('plain');
  rerender(<ConnectionChip isConnected isOver={false} />);
  expect(toneOf('Connected')).toContain('good');
  rerender(<ConnectionChip isConnected={false} isOver={false} />);
  expect(toneOf('Disconnected')).toContain('bad');
  rerender(<ConnectionChip isConnected={false} isOver />);
  expect(toneOf('Disconnected')).toContain('plain');
  unmount();

  render(<ConnectionChip isConnected={false} isOver={false} />);
  act(() => void vi.advanceTimersByTime(5_000));
  expect(toneOf('Disconnected')).toContain('bad');
});
