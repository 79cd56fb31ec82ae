import type { Ack } from '@cip/contracts/protocol/events';
import type { Participant, removeParticipant } from '@cip/contracts/rooms/rooms';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Toaster } from '../../../shared/ui/feedback/Toaster.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { RemoveParticipant } from './RemoveParticipant.tsx';

const ada: Participant = { id: 'p-1', name: 'Ada', type: 'candidate', authenticated: true };

type RemoveAck = Ack<typeof removeParticipant>;

function show(ack: RemoveAck) {
  const remove = vi.fn<(id: string) => Promise<RemoveAck>>(() => Promise.resolve(ack));
  const onClose = vi.fn<() => void>();
  const room = { connection: { removeParticipant: remove } } as unknown as Pick<LiveRoom, 'connection'>;
  render(
    <>
      <RemoveParticipant room={room} participant={ada} onClose={onClose} />
      <Toaster />
    </>,
  );
  return { remove, onClose };
}

test('removes a candidate after a confirmation', async () => {
  const { remove, onClose } = show({ ok: true });
  expect(screen.getByRole('alertdialog', { name: 'Remove Ada?' })).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(remove).toHaveBeenCalledWith('p-1');
  expect(onClose).toHaveBeenCalledOnce();
});

test('removes no participant on cancel', async () => {
  const { remove, onClose } = show({ ok: true });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(remove).not.toHaveBeenCalled();
});

test('shows why a removal was refused', async () => {
  show({ ok: false, error: { code: 'unavailable', message: 'There is no connection.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect((await screen.findByText('There is no connection.')).getAttribute('role')).toBe('alert');
});
