import type { Participant } from '@cip/contracts/rooms/rooms';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAbsent } from './useAbsent.ts';

const person = (id: string): Participant => ({ id, name: id, type: 'candidate', authenticated: false });
const [me, ada, ben] = [person('me'), person('ada'), person('ben')];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(participants: Participant[]) {
  const initialProps = { participants, self: me, removed: [] as string[] };
  const { result, rerender } = renderHook(useAbsent, { initialProps });
  return {
    names: () => result.current.map(({ name }) => name),
    see: (present: Participant[], removed: string[] = []) => rerender({ participants: present, self: me, removed }),
  };
}

test('returns a participant who disconnected, for one minute', () => {
  const { names, see } = watch([me, ada]);
  expect(names()).toEqual([]);
  see([me]);
  expect(names()).toEqual(['ada']);
  act(() => void vi.advanceTimersByTime(59_999));
  expect(names()).toEqual(['ada']);
  act(() => void vi.advanceTimersByTime(1));
  expect(names()).toEqual([]);
});

test('returns a participant for another minute after the next disconnect', () => {
  const { names, see } = watch([me, ada, ben]);
  see([me, ben]);
  act(() => void vi.advanceTimersByTime(30_000));
  see([me, ben, ada]);
  expect(names()).toEqual([]);
  see([me, ben]);
  act(() => void vi.advanceTimersByTime(40_000));
  expect(names()).toEqual(['ada']);
});

test('leaves out participants whom this user removed', () => {
  const { names, see } = watch([me, ada, ben]);
  see([]);
  expect(names()).toEqual([]);
  see([me, ben], ['ada']);
  expect(names()).toEqual([]);
});

test('leaves out a person who is back in another place', () => {
  const { names, see } = watch([me, ada]);
  see([me]);
  expect(names()).toEqual(['ada']);
  see([me, { ...ada, id: 'ada in another browser' }]);
  expect(names()).toEqual([]);
});
