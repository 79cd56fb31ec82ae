import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { toastStore } from '../feedback/toast-store.ts';
import { ShownOnce } from './ShownOnce.tsx';

test('says whether a secret was copied', async () => {
  const user = userEvent.setup();
  const writing = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  render(<ShownOnce label="Your link" text="https://example.com" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(toastStore.get().at(-1)).toMatchObject({ tone: 'bad', text: 'Failed to copy it' }));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied ✓' })).toBeTruthy();
  expect(writing.mock.lastCall).toEqual(['https://example.com']);
});
