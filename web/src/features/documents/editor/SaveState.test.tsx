import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SavedCode } from './save-status-text.ts';
import { SaveState } from './SaveState.tsx';

const SAVED_AT = new Date(2026, 10, 20, 0, 7).getTime();
const saved: SavedCode = {
  sync: { kind: 'saved', at: SAVED_AT },
  isHolding: false,
  hasText: true,
  isStored: true,
  isOpen: true,
};
const none = { isSaving: false, waiting: 0, refused: 0, isLost: false };
const tooLarge = { code: 'too_large' as const, message: 'The code may have at most 200,000 characters.' };

function shown(code: SavedCode, saves = none): string {
  const { unmount } = render(<SaveState code={code} saves={saves} />);
  const { textContent, dataset } = screen.getByTestId('save-state');
  unmount();
  return `${dataset['kind']}: ${textContent}`;
}

afterEach(() => {
  vi.useRealTimers();
});

test('shows the status of the edits', () => {
  expect(shown(saved)).toMatch(/^saved: Saved at 12:07\sAM$/);
  expect(shown({ ...saved, sync: { kind: 'saved', at: null } })).toBe('saved: Saved');
  expect(shown({ ...saved, hasText: false })).toBe('saved: ');
  expect(shown({ ...saved, isHolding: true })).toBe('held: Press Enter to send');
  expect(shown({ ...saved, sync: { kind: 'saving' } })).toBe('saving: Saving…');
  expect(shown({ ...saved, sync: { kind: 'waiting' } })).toBe('queued: Not synced yet, kept on this device');
  expect(shown({ ...saved, isTypingAside: true })).toBe('queued: Not synced yet, kept on this device');
  expect(shown({ ...saved, sync: { kind: 'refused', error: tooLarge } })).toBe(
    `failed: Not saved: ${tooLarge.message}`,
  );
});

test('shows the status of the Save button’s saves', () => {
  expect(shown(saved, { ...none, isSaving: true })).toBe('saving: Saving…');
  expect(shown(saved, { ...none, waiting: 1 })).toBe('queued: Not synced yet, kept on this device');
  expect(shown(saved, { ...none, waiting: 1, refused: 1 })).toBe('failed: Couldn’t save');
  expect(shown(saved, { ...none, waiting: 1, isLost: true })).toBe('failed: Not saved');
});

test('does not call edits stored if the device refuses storage', () => {
  expect(shown({ ...saved, sync: { kind: 'waiting' }, isStored: false })).toBe('failed: Not saved, only in this tab');
});

test('calls held text unsent while there is no connection to send it', () => {
  const held = { ...saved, isHolding: true, isOpen: false };
  expect(shown(held)).toBe('queued: Not synced yet, kept on this device');
  expect(shown({ ...held, isStored: false })).toBe('failed: Not saved, only in this tab');
});

test('shows Saving… after a delay and other statuses immediately', () => {
  vi.useFakeTimers();
  const saving: SavedCode = { ...saved, sync: { kind: 'saving' } };
  const { rerender } = render(<SaveState code={saved} />);
  const text = () => screen.getByTestId('save-state').textContent;
  rerender(<SaveState code={saving} />);
  act(() => void vi.advanceTimersByTime(300));
  expect(text()).toMatch(/^Saved at 12:07\sAM$/);
  act(() => void vi.advanceTimersByTime(200));
  expect(text()).toBe('Saving…');
  rerender(<SaveState code={{ ...saved, sync: { kind: 'waiting' } }} />);
  expect(text()).toBe('Not synced yet, kept on this device');
});
