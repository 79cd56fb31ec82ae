import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany } from '../../../testing/examples.ts';
import { serveApi, stallApi } from '../../../testing/fake-api.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const LINKS = '/api/interview-sessions/an-id/review-links';
const link = {
  id: 'link-1',
  created_at: '2026-11-17T14:00:00.000Z',
  expires_at: '2026-11-24T14:00:00.000Z',
  opened_at: null,
  created_by: 'Maya',
  shows_candidate: false,
  shows_questions: true,
  shows_scorecards: false,
};

beforeEach(() => localStorage.setItem('token', 'account-token'));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('makes a link for as long as chosen, shows it once, and revokes links', async () => {
  let links = [link];
  const calls = serveApi({
    'GET /api/user': { company: aCompany },
    [`GET ${LINKS}`]: () => ({ links }),
    [`POST ${LINKS}`]: () => ({ link, token: 'the-token' }),
    [`DELETE ${LINKS}/link-1`]: () => {
      links = [];
      return { message: 'Revoked' };
    },
  });
  await renderScreen(<ShareDialog interviewId="an-id" onClose={() => undefined} />);
  await userEvent.click(await screen.findByText('30 days'));
  await userEvent.click(screen.getByRole('switch', { name: 'Show the candidate’s name' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Show question texts' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Show scorecards' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  const address = await screen.findByLabelText('Your link');
  expect(address).toHaveProperty('value', `${location.origin}/review#the-token`);
  expect(calls.find(({ call }) => call === `POST ${LINKS}`)?.body).toEqual({
    days: 30,
    shows_candidate: true,
    shows_questions: false,
    shows_scorecards: true,
  });
  expect(screen.getByText('made by Maya · not opened yet · without the name · with questions')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Revoke the link until/ }));
  const question = screen.getByRole('alertdialog', { name: 'Revoke this link?' });
  expect(calls.map(({ call }) => call)).not.toContain(`DELETE ${LINKS}/link-1`);
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByText(/not opened yet/)).toBe(null));
});

test('shows why a link was refused', async () => {
  serveApi({
    'GET /api/user': { company: aCompany },
    [`GET ${LINKS}`]: { links: [] },
    [`POST ${LINKS}`]: { status: 409, body: { code: 'conflict', message: 'Revoke one first.' } },
  });
  await renderScreen(<ShareDialog interviewId="an-id" onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('Revoke one first.')).toBeTruthy();
});

test('shows that the links could not be loaded, and loads them again', async () => {
  let answer: object = { status: 500, body: {} };
  serveApi({ 'GET /api/user': { company: aCompany }, [`GET ${LINKS}`]: () => answer });
  await renderScreen(<ShareDialog interviewId="an-id" onClose={() => undefined} />);
  expect(await screen.findByText('Failed to load the review links')).toBeTruthy();
  answer = { links: [link] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^made by Maya/)).toBeTruthy();
  expect(screen.queryByText('Failed to load the review links')).toBeNull();
});

test('stays open while it makes a link, which is shown once', async () => {
  serveApi({
    'GET /api/user': { company: aCompany },
    [`GET ${LINKS}`]: { links: [] },
    [`POST ${LINKS}`]: { link, token: 'the-token' },
  });
  const onClose = vi.fn<() => void>();
  await renderScreen(<ShareDialog interviewId="an-id" onClose={onClose} />);
  await screen.findByRole('button', { name: 'Create link' });
  const answer = stallApi('POST');
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true);
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  answer();
  expect(await screen.findByLabelText('Your link')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});
