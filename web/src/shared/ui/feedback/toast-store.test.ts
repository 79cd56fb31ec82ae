import { afterEach, expect, test, vi } from 'vitest';
import { toast, toastStore } from './toast-store.ts';

afterEach(() => vi.useRealTimers());

test('removes a toast after three seconds', () => {
  vi.useFakeTimers();
  const shown = () => toastStore.get().map(({ text }) => text);
  toast('good', 'Interview link copied to clipboard!');
  vi.advanceTimersByTime(2_999);
  expect(shown()).toEqual(['Interview link copied to clipboard!']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});
