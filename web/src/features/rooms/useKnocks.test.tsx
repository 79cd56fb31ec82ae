import type { WaitingCandidate } from '@cip/contracts/interviews/admissions';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useKnocks } from './useKnocks.ts';

const { playChime } = vi.hoisted(() => ({ playChime: vi.fn<() => void>() }));
vi.mock('./chime.ts', () => ({ playChime }));

const setAppBadge = vi.fn<(count: number) => Promise<void>>(() => Promise.resolve());
const clearAppBadge = vi.fn<() => Promise<void>>(() => Promise.resolve());

const waits = (id: string, since = '2026-11-20T09:00:00.000Z'): WaitingCandidate => ({ id, name: id, since });
const NO_ONE: WaitingCandidate[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(navigator, { setAppBadge, clearAppBadge });
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});

const listen = (isHeard = true) =>
  renderHook(({ waiting }) => useKnocks(waiting, isHeard), { initialProps: { waiting: NO_ONE } });

test('plays a sound at the first request, and one after two minutes', () => {
  const { rerender } = listen();
  expect(playChime).not.toHaveBeenCalled();
  rerender({ waiting: [waits('ada')] });
  expect(playChime).toHaveBeenCalledTimes(1);
  rerender({ waiting: [waits('ada'), waits('bob')] });
  expect(playChime).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(playChime).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(600_000);
  expect(playChime).toHaveBeenCalledTimes(2);
});

test('plays no second sound if no one waits any more', () => {
  const { rerender } = listen();
  rerender({ waiting: [waits('ada')] });
  rerender({ waiting: NO_ONE });
  vi.advanceTimersByTime(120_000);
  expect(playChime).toHaveBeenCalledTimes(1);
  // The same list after a reconnect is no new request.
  rerender({ waiting: [waits('ada')] });
  expect(playChime).toHaveBeenCalledTimes(1);
  rerender({ waiting: NO_ONE });
  rerender({ waiting: [waits('ada', '2026-11-20T10:00:00.000Z')] });
  expect(playChime).toHaveBeenCalledTimes(2);
});

test('plays nothing if muted, and shows the number on the icon', () => {
  const { rerender, unmount } = listen(false);
  rerender({ waiting: [waits('ada'), waits('bob')] });
  vi.advanceTimersByTime(120_000);
  expect(playChime).not.toHaveBeenCalled();
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  clearAppBadge.mockClear();
  unmount();
  expect(clearAppBadge).toHaveBeenCalled();
});
