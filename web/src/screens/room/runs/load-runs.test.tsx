import { createAtom } from '@tanstack/store';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom, RoomRuns } from '../live/live-room.ts';
import { RoomPanes } from '../live/room-panes.ts';
import { openRuns } from './room-runs.ts';
import { RunButton } from './RunButton.tsx';
import { useRunNews } from './useRunNews.ts';

vi.mock('./RunPlace.tsx', () => ({ RunPlace: () => null }));
vi.mock('./room-runs.ts', () => ({ openRuns: vi.fn<(room: LiveRoom) => RoomRuns>() }));

const press = vi.fn<() => void>();
const session = {
  store: createAtom({ run: null, offer: null, ask: null, isNothing: false }),
  abilityFor: () => 'run',
  press,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(openRuns)
    .mockReset()
    .mockReturnValue({ session } as unknown as RoomRuns);
  press.mockReset();
  toastStore.set([]);
});
afterEach(() => void vi.useRealTimers());

const MISSING = 'A part of this page could not be loaded.';
/** Fails the next attempt to load runs, as if a file does not arrive. */
const failOnce = () =>
  vi.mocked(openRuns).mockImplementationOnce(() => {
    throw new Error(MISSING);
  });

const settle = (ms = 3_000) => act(() => vi.advanceTimersByTimeAsync(ms));
const runButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });

function aRoom({ isEditorReady = true } = {}) {
  const store = createAtom({ isConnected: true, ended: null, barred: null, language: 'python', self: null });
  const room = {
    connection: { store },
    runs: createAtom<RoomRuns | null>(null),
    panes: new RoomPanes({ matches: false, addEventListener: () => undefined }),
    editor: createAtom(isEditorReady ? {} : null),
  } as unknown as LiveRoom;
  const setConnected = (isConnected: boolean) => act(() => store.set((state) => ({ ...state, isConnected })));
  return { room, setConnected, end: () => act(() => store.set((state) => ({ ...state, ended: {} as never }))) };
}

function Page({ room }: { room: LiveRoom }) {
  useRunNews(room, true);
  return <RunButton room={room} />;
}

test('loads runs again with the next connection after a failure', async () => {
  failOnce();
  const { room, setConnected } = aRoom();
  render(<Page room={room} />);
  await settle();
  expect(room.runs.get()).toBeNull();
  setConnected(false);
  setConnected(true);
  await settle();
  expect(room.runs.get()).not.toBeNull();
  setConnected(false);
  setConnected(true);
  await settle();
  expect(openRuns).toHaveBeenCalledTimes(2);
});

test('loads missing runs at a press, and runs the code', async () => {
  const { room } = aRoom();
  render(<RunButton room={room} />);
  act(() => runButton().click());
  await settle();
  expect(press).toHaveBeenCalledTimes(1);
});

test('shows why a press cannot load runs, and retries', async () => {
  failOnce();
  const { room } = aRoom();
  render(<RunButton room={room} />);
  act(() => runButton().click());
  await settle(0);
  expect(toastStore.get()).toMatchObject([{ tone: 'bad', text: MISSING }]);
  act(() => runButton().click());
  await settle();
  expect(press).toHaveBeenCalledTimes(1);
});

test('shows the reason only in the banner without a connection', async () => {
  failOnce();
  const { room, setConnected } = aRoom();
  setConnected(false);
  render(<RunButton room={room} />);
  act(() => runButton().click());
  await settle(0);
  expect(toastStore.get()).toEqual([]);
});

test('disables Run before there is code, and after the end', () => {
  const { unmount } = render(<RunButton room={aRoom({ isEditorReady: false }).room} />);
  expect(runButton().disabled).toBe(true);
  unmount();
  const { room, end } = aRoom();
  render(<RunButton room={room} />);
  expect(runButton().disabled).toBe(false);
  end();
  expect(runButton().disabled).toBe(true);
});

test('opens the output at each press on Run without a program', async () => {
  const { room } = aRoom();
  render(<Page room={room} />);
  await settle();
  for (const attempt of [1, 2]) {
    session.store.set((state) => ({ ...state, isNothing: false }));
    session.store.set((state) => ({ ...state, isNothing: true }));
    expect([attempt, room.panes.store.get().output]).toEqual([attempt, true]);
    room.panes.hide('output');
  }
});
