import { createAtom } from '@tanstack/store';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useSharing } from './useSharing.ts';

/** Shows a box for the counts of a question; `tell` is a change of the room, by anyone. */
function showBox(ack: object) {
  const store = createAtom({ sharesHidden: [] as string[] });
  const room = { shownQuestions: { store, request: () => Promise.resolve(ack) } } as unknown as LiveRoom;
  function Box() {
    const [isShared, share] = useSharing(room, 'q-1');
    return <input type="checkbox" checked={isShared} onChange={({ target }) => share(target.checked)} />;
  }
  render(<Box />);
  return { tell: (isShared: boolean) => act(() => store.set({ sharesHidden: isShared ? ['q-1'] : [] })) };
}

const isTicked = () => screen.getByRole<HTMLInputElement>('checkbox').checked;
const press = () => userEvent.click(screen.getByRole('checkbox'));

test('shows a choice before the room has it, and what a colleague chooses afterwards', async () => {
  const { tell } = showBox({ ok: true });
  await press();
  expect(isTicked()).toBe(true);
  tell(true);
  expect(isTicked()).toBe(true);

  tell(false);
  expect(isTicked()).toBe(false);
  await press();
  tell(true);
  await press();
  expect(isTicked()).toBe(false);
  tell(false);
  tell(true);
  expect(isTicked()).toBe(true);
});

test('takes back a choice that the server refuses, and says why', async () => {
  showBox({ ok: false, error: { code: 'ended', message: 'This session has ended.' } });
  await press();
  expect(isTicked()).toBe(false);
  expect(toastStore.get().at(-1)?.text).toBe('This session has ended.');
});
