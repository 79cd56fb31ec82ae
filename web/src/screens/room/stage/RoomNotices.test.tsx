import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RoomNotices } from './RoomNotices.tsx';

const isMarked = () => screen.getByRole('main').hasAttribute('data-noticed');

test('marks the room while there is a notice', async () => {
  const room = (notice: string | null) => (
    <main>
      <RoomNotices>{notice && <p role="alert">{notice}</p>}</RoomNotices>
    </main>
  );
  const { rerender } = render(room(null));
  expect(isMarked()).toBe(false);
  rerender(room('Disconnected.'));
  await waitFor(() => expect(isMarked()).toBe(true));
  rerender(room(null));
  await waitFor(() => expect(isMarked()).toBe(false));
});
