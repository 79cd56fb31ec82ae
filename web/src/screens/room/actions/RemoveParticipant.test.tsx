import type { Participant } from '@cip/contracts/rooms';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AnyAck } from '../../../features/rooms/socket-link.ts';
import { Toaster } from '../../../shared/ui/feedback/Toaster.tsx';
import type { LiveRoom } from '../live-room.ts';
import { RemoveParticipant } from './RemoveParticipant.tsx';

const ada: Participant = { id: 'p-1', name: 'Ada', type: 'candidate', authenticated: true };

function show(answer: AnyAck) {
  const removeParticipant = vi.fn<(id: string) => Promise<AnyAck>>(() => Promise.resolve(answer));
  const onClose = vi.fn<() => void>();
  const room = { connection: { removeParticipant } } as unknown as Pick<LiveRoom, 'connection'>;
  render(
    <>
      <RemoveParticipant room={room} participant={ada} onClose={onClose} />
      <Toaster />
    </>,
  );
  return { removeParticipant, onClose };
}

test('a candidate is removed after a question', async () => {
  const { removeParticipant, onClose } = show({ ok: true });
  expect(screen.getByRole('alertdialog', { name: 'Remove Ada?' })).toBeTruthy();
  expect(removeParticipant).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(removeParticipant).toHaveBeenCalledWith('p-1');
  expect(onClose).toHaveBeenCalledOnce();
});

test('who thinks better of it removes nobody', async () => {
  const { removeParticipant, onClose } = show({ ok: true });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(removeParticipant).not.toHaveBeenCalled();
});

test('a refusal is told', async () => {
  show({ ok: false, error: { code: 'unavailable', message: 'There is no connection.' } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect((await screen.findByText('There is no connection.')).getAttribute('role')).toBe('alert');
});
