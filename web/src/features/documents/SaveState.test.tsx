import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CodeState } from './live-code.ts';
import { SaveState } from './SaveState.tsx';

const saved: CodeState = { sync: { kind: 'saved', at: 0 }, isHolding: false, hasText: true };

function shown(code: CodeState, queued = 0): string | null {
  const { unmount } = render(<SaveState code={code} queued={queued} />);
  const { textContent } = screen.getByTestId('save-state');
  unmount();
  return textContent;
}

test('says where the code is, and never more than is true', () => {
  expect(shown(saved)).toBe('Saved');
  expect(shown({ ...saved, hasText: false })).toBe('');
  expect(shown({ ...saved, isHolding: true })).toBe('Not sent yet: press Enter');
  expect(shown({ ...saved, sync: { kind: 'saving' } })).toBe('Saving…');
  expect(shown({ ...saved, sync: { kind: 'waiting' } })).toBe('Kept on this device');
  expect(shown(saved, 1)).toBe('Saved offline');
  const error = { code: 'too_large' as const, message: 'The code may have at most 200,000 characters.' };
  expect(shown({ ...saved, sync: { kind: 'refused', error } })).toBe(`Not saved: ${error.message}`);
});
