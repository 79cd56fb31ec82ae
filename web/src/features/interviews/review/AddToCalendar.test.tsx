import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { serveApi } from '../../../testing/fake-api.ts';
import { Toaster } from '../../../shared/ui/feedback/Toaster.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';

const saved: string[] = [];
vi.mock('../../../shared/device/save-file.ts', () => ({
  saveFile: (_: Blob, name: string) => void saved.push(name),
}));

afterEach(() => {
  saved.length = 0;
  vi.unstubAllGlobals();
});

async function press(answer: object) {
  serveApi({ 'GET /api/interview-sessions/id-3/calendar': answer });
  render(
    <>
      <AddToCalendar interviewId="id-3" />
      <Toaster />
    </>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add to calendar' }));
}

test('saves the calendar file of the server', async () => {
  await press({ status: 200, body: 'BEGIN:VCALENDAR' });
  await waitFor(() => expect(saved).toEqual(['interview.ics']));
});

test('shows why there is no file, and saves none', async () => {
  const message = 'Only a session that has not started can be added to a calendar.';
  await press({ status: 409, body: { message, code: 'conflict' } });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(saved).toEqual([]);
});
