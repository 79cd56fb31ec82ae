import type { RunTests } from '@cip/contracts/runs/run-tests';
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

test('shows the tests of a recorded run without buttons', () => {
  const tests: RunTests = {
    passed: 1,
    failed: 0,
    skipped: 0,
    files: ['shop.test.js'],
    results: [[0, 'adds', 'passed', 1, 1, '']],
  };
  const end = { reason: 'finished' as const, ms: 5, exitCode: 0, error: null, omitted: 0, tail: '', needsInput: false };
  render(<RecordedOutput pieces={[]} end={{ ...end, tests }} />);
  expect(screen.getByRole('tree', { name: 'Tests' }).textContent).toContain('adds passed');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('The program printed nothing.')).toBeNull();
});
