import { afterEach, expect, test, vi } from 'vitest';
import { toast, toastStore } from './toast-store.ts';

afterEach(() => vi.useRealTimers());

test('a toast goes away by itself after three seconds', () => {
  vi.useFakeTimers();
  const said = () => toastStore.read().map(({ text }) => text);
  toast('good', 'Interview link copied to clipboard!');
  vi.advanceTimersByTime(2_999);
  expect(said()).toEqual(['Interview link copied to clipboard!']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
});
