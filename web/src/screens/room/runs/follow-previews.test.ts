import type { Run } from '@cip/contracts/runs/runs';
import { createAtom } from '@tanstack/store';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { NO_RUNS } from '../../../features/runs/state/run-state.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { followRuns } from './follow-previews.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const run = (id: string, hash: string) =>
  ({ id, language: 'html', by: { id: 'ada', name: 'Ada' }, hash, end: null }) as unknown as Run;

/** A page that follows the runs of other devices; `type` changes its text. */
function aPage({ isSingle = false, isWanted = true } = {}) {
  const store = createAtom({ ...NO_RUNS });
  const panes = new RoomPanes({ matches: isSingle, addEventListener: () => undefined });
  const listeners = new Set<() => void>();
  const shown: string[] = [];
  let hash = 'old';
  const stop = followRuns(store, {
    isWanted: () => isWanted,
    hash: () => hash,
    onTextChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    panes,
    show: (of) => shown.push(`${of} ${hash}`),
    offer: () => undefined,
  });
  return {
    panes,
    shown,
    stop,
    start: async (next: Run, phase: 'elsewhere' | 'here' = 'elsewhere') => {
      store.set((state) => ({ ...state, run: next, phase }));
      await vi.advanceTimersByTimeAsync(0);
    },
    type: async (next: string) => {
      hash = next;
      for (const listener of listeners) listener();
      await vi.advanceTimersByTimeAsync(0);
    },
    listeners,
  };
}

test('shows the run of another device from the same text, once', async () => {
  const page = aPage();
  await page.start(run('1', 'old'));
  await page.start(run('1', 'old'));
  expect(page.shown).toEqual(['Ada’s run old']);
  expect(page.panes.store.get().preview).toBe(true);
});

test('waits for a text that is on its way, and not for ever', async () => {
  const page = aPage();
  await page.start(run('1', 'new'));
  expect(page.shown).toEqual([]);
  await page.type('new');
  expect(page.shown).toEqual(['Ada’s run new']);
  await page.start(run('2', 'newer'));
  await vi.advanceTimersByTimeAsync(5_000);
  await page.type('newer');
  expect(page.shown).toHaveLength(1);
  expect(page.listeners.size).toBe(0);
});

test('shows no run of tests', async () => {
  const page = aPage();
  await page.start({ ...run('1', 'old'), tests: true });
  expect(page.shown).toEqual([]);
});

test('shows nothing of its own runs, of a refused device, and after the visit', async () => {
  const page = aPage();
  await page.start(run('1', 'old'), 'here');
  page.stop();
  await page.start(run('2', 'old'));
  const refusing = aPage({ isWanted: false });
  await refusing.start(run('1', 'old'));
  expect([page.shown, refusing.shown]).toEqual([[], []]);
});

test('waits on a phone until its preview is opened, for the latest run', async () => {
  const page = aPage({ isSingle: true });
  await page.start(run('1', 'old'));
  await page.start(run('2', 'old'));
  expect(page.shown).toEqual([]);
  page.panes.showPreview();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.shown).toEqual(['Ada’s run old']);
});
