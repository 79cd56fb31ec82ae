import type { Participant } from '@cip/contracts/rooms/rooms';
import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../shared/ui/feedback/Toaster.tsx';
import { refuseStorage } from '../../testing/refuse-storage.ts';
import { useChimeSetting } from './chime-setting.ts';
import { useArrivals } from './useArrivals.ts';

const person = (id: string, type: Participant['type'] = 'candidate'): Participant => ({
  id,
  name: `Person ${id}`,
  type,
  authenticated: true,
});
const self = person('me', 'interviewer');

/** Frequencies of the tones played. */
let tones: number[];

function allowSound(hasBeenActive: boolean): void {
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
}

beforeEach(() => {
  tones = [];
  vi.useFakeTimers();
  allowSound(true);
  const parameter = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  };
  class Speaker {
    currentTime = 0;
    destination = {};
    createGain = () => ({ gain: parameter, connect: () => ({}) });
    createOscillator = () => {
      const frequency = { value: 0 };
      return { frequency, connect: (to: object) => to, start: () => tones.push(frequency.value), stop: () => {} };
    };
    close = () => Promise.resolve();
  }
  vi.stubGlobal('AudioContext', Speaker);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function enter(participants: Participant[], isHeard = true) {
  render(<Toaster />);
  const { rerender } = renderHook((list: Participant[]) => useArrivals({ participants: list, self }, isHeard), {
    initialProps: [] as Participant[],
  });
  const show = (list: Participant[]) => act(() => rerender(list));
  show(participants);
  return show;
}

test('shows and plays the arrival of a candidate once', () => {
  const show = enter([self]);
  show([self, person('a')]);
  show([self, person('a')]);
  expect(screen.getAllByText('Person a joined')).toHaveLength(1);
  expect(tones).toHaveLength(2);
});

test('ignores participants who were there before, and interviewers', () => {
  const show = enter([self, person('a')]);
  show([self, person('a'), person('b', 'interviewer')]);
  expect(screen.queryByText(/joined$/)).toBeNull();
  expect(tones).toEqual([]);
});

test('ignores a participant list from before this participant entered', () => {
  const show = enter([person('a')]);
  show([self, person('a')]);
  expect(screen.queryByText(/joined$/)).toBeNull();
});

test('shows a candidate who left and came back again', () => {
  const show = enter([self, person('a')]);
  show([self]);
  show([self, person('a')]);
  expect(screen.getByText('Person a joined')).toBeTruthy();
});

test('plays no sound if arrivals are silenced or before a gesture', () => {
  enter([self], false)([self, person('a')]);
  expect(screen.getByText('Person a joined')).toBeTruthy();
  allowSound(false);
  enter([self])([self, person('b')]);
  expect(tones).toEqual([]);
});

test('stores the setting, which is on by default', () => {
  const { result } = renderHook(useChimeSetting);
  expect(result.current[0]).toBe(true);
  act(() => result.current[1]());
  expect(result.current[0]).toBe(false);
  expect(renderHook(useChimeSetting).result.current[0]).toBe(false);
});

test('changes the setting for this page if the browser refuses storage', () => {
  const storage = refuseStorage();
  const { result } = renderHook(useChimeSetting);
  act(() => result.current[1]());
  expect(result.current[0]).toBe(false);
  storage.mockRestore();
});
