import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { toastStore } from '../../shared/ui/feedback/toast-store.ts';
import { anInterview } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { WhoWaits } from './WhoWaits.tsx';

const interview = anInterview({ asks_before_admitting: true });
const LIST = 'GET /api/interview-sessions/waiting';
const ADMIT = `POST /api/interview-sessions/${interview.id}/admit`;
const since = new Date().toISOString();
const ada = { id: '0b7c6a0e-0000-4000-8000-00000000000a', name: 'Ada', since };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  toastStore.set([]);
});

const roomOf = (...waiting: (typeof ada)[]) => ({
  data:
    waiting.length === 0
      ? []
      : [{ interview_id: interview.id, room_code: interview.room_code, waiting, waiting_count: waiting.length }],
});

test('shows who waits for a running interview, and admits them with one click', async () => {
  let isAdmitted = false;
  const calls = serveApi({
    [LIST]: () => ({ status: 200, body: isAdmitted ? roomOf() : roomOf(ada) }),
    [ADMIT]: () => {
      isAdmitted = true;
      return { status: 200, body: { admission: 'admitted', by: 'Maya', isNew: true } };
    },
  });
  await renderScreen(<WhoWaits />);
  const region = await screen.findByRole('region', { name: 'At the door' });
  expect(region.textContent).toContain('Ada is waiting');
  expect(within(region).getByRole('link', { name: 'Join' })).toBeTruthy();
  await userEvent.click(within(region).getByRole('button', { name: 'Admit' }));
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(calls.find(({ call }) => call === ADMIT)?.body).toEqual({ participant_id: ada.id });
  expect(toastStore.get().map(({ text }) => text)).toEqual(['Ada is in the room.']);
});

test('admits one candidate, not the next, by a double tap', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const bob = { ...ada, id: '0b7c6a0e-0000-4000-8000-00000000000b', name: 'Bob' };
  let waiting = [ada, bob];
  const calls = serveApi({
    [LIST]: () => roomOf(...waiting),
    [ADMIT]: () => {
      waiting = [bob];
      return { admission: 'admitted', by: 'Maya', isNew: true };
    },
  });
  await renderScreen(<WhoWaits />);
  await userEvent.click((await screen.findAllByRole('button', { name: 'Admit' }))[0] as HTMLElement);
  await vi.waitFor(() => expect(screen.queryByText('Ada')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Admit' }));
  expect(calls.filter(({ call }) => call === ADMIT).map(({ body }) => body)).toEqual([{ participant_id: ada.id }]);
});

test('shows that a colleague decided before', async () => {
  serveApi({ [LIST]: roomOf(ada), [ADMIT]: { admission: 'rejected', by: 'Ida', isNew: false } });
  await renderScreen(<WhoWaits />);
  await userEvent.click(await screen.findByRole('button', { name: 'Admit' }));
  await vi.waitFor(() =>
    expect(toastStore.get().map(({ text }) => text)).toEqual(['Ada was already rejected by Ida.']),
  );
});

test('shows three of many, and nothing while no one waits', async () => {
  const many = Array.from({ length: 20 }, (_, nth) => ({ ...ada, id: `${ada.id.slice(0, -2)}${nth + 10}` }));
  serveApi({ [LIST]: roomOf(...many) });
  await renderScreen(<WhoWaits />);
  expect(await screen.findByText('17 more')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});
