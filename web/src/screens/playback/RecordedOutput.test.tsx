import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RecordedOutput } from './RecordedOutput.tsx';

test('draws recorded output as the room does, and the cut end for itself', () => {
  const pieces = ['\r 10% loaded', '\r100% loaded\ndo', 'ne\u001b[31', 'm!\u001b[0m\n'].map((text, seq) => {
    return { seq, at: seq, stream: 'out' as const, text };
  });
  const end = { reason: 'finished', ms: 5, exitCode: 0, error: null, omitted: 7, tail: 'x\ry\n', needsInput: false };
  render(<RecordedOutput pieces={pieces} end={{ ...end, reason: 'finished' }} />);
  expect(screen.getByRole('region', { name: 'Output' }).textContent).toBe(
    '100% loaded\ndone!\n7 characters are left out here.y\n',
  );
});
