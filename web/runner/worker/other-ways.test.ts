import { expect, test, vi } from 'vitest';
import { closeOtherWays } from './other-ways.ts';

test('leaves a program no way to frame, successor and workers', () => {
  const toFrame = vi.fn<(text: string) => void>();
  class WorkerScope {
    get caches() {
      return { keys: () => ['left by the last program'] };
    }
  }
  const scope = Object.assign(new WorkerScope(), { postMessage: toFrame, Worker: class {}, Blob });
  closeOtherWays(scope);
  scope.postMessage('flood');
  expect(toFrame).not.toHaveBeenCalled();
  expect('caches' in scope).toBe(false);
  expect('Worker' in scope).toBe(false);
  expect('Blob' in scope).toBe(true);
});
