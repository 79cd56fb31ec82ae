import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany, anInterview, someCards } from '../../../testing/examples.ts';
import { serveApi } from '../../../testing/fake-api.ts';
import { resetIndexedDb } from '../../../testing/fake-indexed-db.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { soon } from '../../../testing/soon.ts';
import { RoomNotes } from './RoomNotes.tsx';

const { id } = anInterview({});

beforeEach(() => {
  resetIndexedDb();
  localStorage.setItem('token', 'account-token');
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('keeps the field in which the interviewer types if the notes cannot be read again', async () => {
  const answers = [someCards()];
  const calls = serveApi({
    'GET /api/user': { company: aCompany },
    [`GET /api/interview-sessions/${id}/scorecards`]: () => answers.shift() ?? { status: 429, body: {} },
    [`PUT /api/interview-sessions/${id}/scorecard`]: { status: 429, body: {} },
  });
  await renderScreen(<RoomNotes sheet={createRef()} interviewId={id} isSheet={false} onClose={() => undefined} />);
  const field = await screen.findByRole('textbox', { name: 'My notes' });
  await userEvent.type(field, 'Asks first');
  // The user comes back from another window.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await soon(() => expect(calls.filter(({ call }) => call.endsWith('/scorecards'))).toHaveLength(2));
  await userEvent.type(field, ', then writes');
  expect(screen.getByDisplayValue('Asks first, then writes')).toBe(field);
});
