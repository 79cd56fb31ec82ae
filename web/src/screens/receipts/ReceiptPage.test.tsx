import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ReceiptPage } from './ReceiptPage.tsx';

vi.mock('./ReceiptScreen.tsx', () => {
  throw new Error('Its file is missing');
});

test('leads back when its file does not load', async () => {
  const onBack = vi.fn<() => void>();
  render(<ReceiptPage roomCode="room" place={{ token: 'token', participantId: 'p-1' }} onBack={onBack} />);
  expect(await screen.findByRole('alertdialog', { name: 'Your receipt' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(onBack).toHaveBeenCalledOnce();
});
