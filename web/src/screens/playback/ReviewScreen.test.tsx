import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReviewScreen } from './ReviewScreen.tsx';

const TOKEN = 'AAAAAAAAAAAAAAAAAAAAAA';

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
