import { encodeFrame } from '@cip/contracts/playback/playback-format';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aPlaybackHead } from '../../testing/examples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReviewScreen } from './ReviewScreen.tsx';

// jsdom cannot lay out an editor.
vi.mock('./PlaybackCode.tsx', () => ({ PlaybackCode: () => null }));

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';
const OTHER_TOKEN = 'BBBBBBBBBBBBBBBBBBBBBB';

afterEach(() => {
  location.hash = '';
  vi.unstubAllGlobals();
});

test.each([
  [404, 'not_found', /expired, was revoked, or is incomplete/],
  [422, 'invalid', /expired, was revoked, or is incomplete/],
  [429, 'too_many_requests', /Wait a moment/],
] as const)('says why a link does not open: %s', async (status, code, words) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit = {}) => {
    sent.push([url, body, new Headers(headers).get('authorization')]);
    return Response.json({ code, message: 'Wait a moment.' }, { status });
  });
  localStorage.setItem('token', 'account-token');
  location.hash = `#${TOKEN}&t=5`;
  await renderScreen(<ReviewScreen />, { wide: false });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(sent).toContainEqual(['/api/public/review', JSON.stringify({ token: TOKEN }), null]);
  localStorage.clear();
});

test.each(['.', ')', '%20', '%E2%80%8B', '&t=5'])('opens a link to which a chat added “%s”', async (added) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    sent.push(body);
    return Response.json({ code: 'not_found', message: '' }, { status: 404 });
  });
  location.hash = `#${TOKEN}${added}`;
  await renderScreen(<ReviewScreen />, { wide: false });
  await waitFor(() => expect(sent).toContain(JSON.stringify({ token: TOKEN })));
});

test('plays another recording when another link is opened in the same tab', async () => {
  const opened: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Response.json({}, { status: 401 });
    const { token } = JSON.parse(body) as { token: string };
    opened.push(token);
    const head = encodeFrame({ kind: 'head', head: aPlaybackHead({ candidateName: token === TOKEN ? 'Ada' : 'Bob' }) });
    return new Response(Uint8Array.from([...head, ...encodeFrame({ kind: 'end' })]));
  });
  const findTime = async () => (await screen.findByText(/ 13:20$/)).textContent;
  location.hash = `#${TOKEN}&t=5`;
  await renderScreen(<ReviewScreen />, { wide: false });
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeTruthy();
  location.hash = '#t=7';
  await waitFor(async () => expect(await findTime()).toBe('0:07 / 13:20'));
  location.hash = `#${OTHER_TOKEN}&t=9`;
  expect(await screen.findByRole('heading', { name: 'Bob' })).toBeTruthy();
  expect(await findTime()).toBe('0:09 / 13:20');
  expect(opened).toEqual([TOKEN, OTHER_TOKEN]);
});
