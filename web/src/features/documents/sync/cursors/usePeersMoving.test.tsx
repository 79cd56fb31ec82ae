import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CursorOwner } from './cursor-state.ts';
import type { Cursors } from './cursors.ts';
import { usePeersMoving } from './usePeersMoving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('reports a moving peer for 1.2 seconds after its last move', () => {
  let move: (owner: Pick<CursorOwner, 'hue'>) => void = () => undefined;
  const cursors = { onPeerMove: (listener: typeof move) => ((move = listener), () => undefined) };
  const { result } = renderHook(() => usePeersMoving(cursors as unknown as Cursors));
  expect(result.current).toBe('');
  act(() => [3, 1].forEach((hue) => move({ hue })));
  expect(result.current).toBe('1 3');
  act(() => void vi.advanceTimersByTime(1_000));
  act(() => move({ hue: 3 }));
  act(() => void vi.advanceTimersByTime(199));
  expect(result.current).toBe('1 3');
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe('3');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe('');
});
