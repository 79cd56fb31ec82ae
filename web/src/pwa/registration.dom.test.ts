import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateStore } from './update-store.ts';

type Listener = (event: { wasWaitingBeforeRegister?: boolean }) => void;

const worker = vi.hoisted(() => ({
  listeners: new Map<string, Listener>(),
  messageSkipWaiting: vi.fn<() => void>(),
}));
vi.mock('workbox-window', () => ({
  Workbox: class {
    messageSkipWaiting = worker.messageSkipWaiting;
    addEventListener = (type: string, listener: Listener) => void worker.listeners.set(type, listener);
    register = () => Promise.resolve();
    update = () => Promise.resolve();
  },
}));

class Navigation {
  readonly workerStart: number;

  constructor(workerStart: number) {
    this.workerStart = workerStart;
  }
}

beforeEach(() => {
  worker.messageSkipWaiting.mockClear();
  updateStore.set({ state: 'none', accept: () => undefined });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Registers the worker of a page that the server sent, or a worker. */
async function register({ isFromServer = false, isControlled = true }) {
  vi.stubGlobal('PerformanceNavigationTiming', Navigation);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([new Navigation(isFromServer ? 0 : 5) as never]);
  vi.stubGlobal('navigator', { serviceWorker: { controller: isControlled ? {} : null } });
  const { registerWorker } = await import('./registration.ts');
  registerWorker();
  return (type: 'waiting' | 'controlling', wasWaitingBeforeRegister = false) =>
    worker.listeners.get(type)?.({ wasWaitingBeforeRegister });
}

test('offers a version that comes while the page is open', async () => {
  const tell = await register({ isFromServer: true });
  tell('waiting');
  expect(updateStore.get().state).toBe('waiting');
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
});

test('offers a version that waited before a page of the present worker', async () => {
  const tell = await register({ isFromServer: false });
  tell('waiting', true);
  expect(updateStore.get().state).toBe('waiting');
});

test('offers nothing after an update in which the present worker stayed, and lets the next one take over', async () => {
  const tell = await register({ isFromServer: true });
  tell('waiting', true);
  expect(worker.messageSkipWaiting).toHaveBeenCalledTimes(1);
  tell('controlling');
  expect(updateStore.get().state).toBe('none');
});

test('offers a reload after another tab has activated a newer version, but not for the first worker', async () => {
  const first = await register({ isControlled: false });
  first('controlling');
  expect(updateStore.get().state).toBe('none');
  first('controlling');
  expect(updateStore.get().state).toBe('replaced');
});
