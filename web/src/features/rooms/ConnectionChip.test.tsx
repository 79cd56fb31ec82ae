import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ConnectionChip } from './ConnectionChip.tsx';

test.each([
  ['connected', { isConnected: true, isOver: false }, 'Connected', 'good'],
  ['the connection is lost', { isConnected: false, isOver: false }, 'Disconnected', 'bad'],
  ['the interview is over', { isConnected: false, isOver: true }, 'Disconnected', 'plain'],
])('shows text and colour if %s', (_when, state, word, tone) => {
  render(<ConnectionChip {...state} />);
  expect(screen.getByText(word).className).toContain(tone);
});
