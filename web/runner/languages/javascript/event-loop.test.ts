import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('waits for the earliest of more timers than a call has arguments', { tags: ['long'] }, async () => {
  const { EventLoop } = await import('./event-loop.ts');
  const scope: { setTimeout?: (run: () => void, ms: number) => unknown } = {};
  vi.stubGlobal('self', scope);
  const idle = vi.fn<() => void>();
  const loop = new EventLoop(idle);
  loop.install();
  const run = vi.fn<() => void>();
  loop.runMain(() => {
    for (let ms = 200_000; ms > 0; ms--) scope.setTimeout?.(run, 1_000 * ms);
  });
  const count = vi.getTimerCount();
  // Messages of a port have no fake time.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(count + 1), { interval: 1 });
  expect(idle).not.toHaveBeenCalled();
});

test('runs timers that are due in the order of their times, also those that the program starts first', async () => {
  const { EventLoop } = await import('./event-loop.ts');
  const scope: { setTimeout?: (run: () => void, ms: number) => unknown } = {};
  vi.stubGlobal('self', scope);
  const loop = new EventLoop(() => {});
  loop.install();
  const order: string[] = [];
  loop.runMain(() => {
    scope.setTimeout?.(() => order.push('A'), 10);
    vi.advanceTimersByTime(50);
    scope.setTimeout?.(() => order.push('B'), 0);
  });
  await vi.waitFor(() => expect(order).toHaveLength(2), { interval: 1 });
  expect(order).toEqual(['A', 'B']);
});
