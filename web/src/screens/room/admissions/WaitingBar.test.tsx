import type { RoomAdmissions } from '@cip/contracts/interviews/admissions';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { WaitingBar } from './WaitingBar.tsx';

const nothing = () => undefined;
const request = vi.fn<(event: string, payload: object) => Promise<object>>();
const room = { connection: { request } } as unknown as LiveRoom;
const since = new Date(Date.now() - 61_000).toISOString();

function admissionsOf(...names: string[]): RoomAdmissions {
  const waiting = names.map((name) => ({ id: name, name, since }));
  return { asksBeforeAdmitting: true, isLocked: false, waiting, waitingCount: names.length };
}

beforeEach(() => {
  request.mockReset().mockResolvedValue({ ok: true, admission: 'admitted', by: 'Maya', isNew: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: nothing, removeEventListener: nothing }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  toastStore.set([]);
});

const barOf = (...names: string[]) => (
  <WaitingBar room={room} admissions={admissionsOf(...names)} actions={[]} disabled={false} />
);
const show = (...names: string[]) => render(barOf(...names));
const rows = () => screen.getAllByRole('listitem');
const texts = () => toastStore.get().map(({ text }) => text);

test('shows three names and a number, and all on request', async () => {
  show(...Array.from({ length: 20 }, (_, nth) => `Guest ${nth + 1}`));
  expect(rows()).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: '17 more' }));
  expect(rows()).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(rows()).toHaveLength(3);
});

test('says that a name that claims another role is waiting, and since when', () => {
  show('Interviewer (host)');
  expect(rows()[0]?.textContent).toContain('Interviewer (host) is waiting · 1 min');
});

test('admits with one click', async () => {
  show('Ada', 'Bob');
  await userEvent.click(within(rows()[1] as HTMLElement).getByRole('button', { name: 'Admit' }));
  expect(request).toHaveBeenCalledExactlyOnceWith('room:admit', { participantId: 'Bob' });
  expect(texts()).toEqual([]);
});

test('admits one candidate, not the next, by a double tap', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { rerender } = show('Ada', 'Bob');
  const admitFirst = () => userEvent.click(screen.getAllByRole('button', { name: 'Admit' })[0] as HTMLElement);
  await admitFirst();
  rerender(barOf('Bob'));
  await admitFirst();
  expect(request).toHaveBeenCalledExactlyOnceWith('room:admit', { participantId: 'Ada' });
  vi.advanceTimersByTime(500);
  // A further candidate moves no row.
  rerender(barOf('Bob', 'Eve'));
  await admitFirst();
  expect(request).toHaveBeenLastCalledWith('room:admit', { participantId: 'Bob' });
});

test('rejects only after a confirmation', async () => {
  show('Ada');
  const choose = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More about Ada' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Reject' }));
  };
  await choose();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(request).not.toHaveBeenCalled();
  await choose();
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
  expect(request).toHaveBeenCalledExactlyOnceWith('room:reject', { participantId: 'Ada' });
});

test.each([
  [{ ok: true, admission: 'rejected', by: 'Ida', isNew: false }, 'Ada was already rejected by Ida.'],
  [{ ok: true, admission: 'admitted', by: null, isNew: false }, 'Ada was already admitted.'],
  [{ ok: false, error: { code: 'ended', message: 'This session has ended.' } }, 'This session has ended.'],
])('shows who decided before, and why a decision failed: %j', async (reply, text) => {
  request.mockResolvedValue(reply);
  show('Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Admit' }));
  await vi.waitFor(() => expect(texts()).toEqual([text]));
});
