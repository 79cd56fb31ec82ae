import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activateUpdate } from './activate-update.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A registration whose next worker is installed and takes control after `takesMs`; null for never. */
function serve({ takesMs, isReached = true }: { takesMs: number | null; isReached?: boolean }) {
  const container = new EventTarget();
  const next = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage: vi.fn<(message: unknown) => void>(() => {
      if (takesMs === null) return;
      setTimeout(() => {
        next.state = 'activated';
        container.dispatchEvent(new Event('controllerchange'));
      }, takesMs);
    }),
  });
  const registration = {
    installing: null,
    waiting: next,
    update: () => (isReached ? Promise.resolve() : Promise.reject(new TypeError('Failed to fetch'))),
    unregister: vi.fn<() => Promise<boolean>>().mockResolvedValue(true),
  };
  const serviceWorker = Object.assign(container, { getRegistration: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker });
  return { next, registration };
}

function begin() {
  const update = { isDone: false };
  void activateUpdate().then(() => (update.isDone = true));
  return update;
}

test('tells the next worker to take control, and waits until it has', async () => {
  const { next, registration } = serve({ takesMs: 4_000 });
  const update = begin();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(next.postMessage.mock.calls).toEqual([[{ type: 'SKIP_WAITING' }]]);
  expect(update.isDone).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(update.isDone).toBe(true);
  expect(registration.unregister).not.toHaveBeenCalled();
});

test('removes a present worker that stays, for the new page', async () => {
  const { registration } = serve({ takesMs: null });
  const update = begin();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(registration.unregister).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(registration.unregister).toHaveBeenCalledTimes(1);
  expect(update.isDone).toBe(true);
});

test('activates the stored version without a network, and removes nothing', async () => {
  const { next, registration } = serve({ takesMs: null, isReached: false });
  const update = begin();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(next.postMessage).toHaveBeenCalledTimes(1);
  expect(registration.unregister).not.toHaveBeenCalled();
  expect(update.isDone).toBe(true);
});
