import type { Interview } from '@cip/contracts/interviews/interviews';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCompany, anInterview } from '../../testing/examples.ts';
import { serveApi, stallApi } from '../../testing/fake-api.ts';
import { goOffline } from '../../testing/go-offline.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CommandPalette } from './CommandPalette.tsx';

beforeEach(() => {
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = () => undefined;
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Serves no sessions on the newest page, but these: running and next ones, and what a search for “amelie” finds. */
function serveSessions({
  running = [],
  next = [],
  found = [],
}: Partial<Record<'running' | 'next' | 'found', Interview[]>>) {
  const listOf = (data: Interview[]) => ({ data, current_page: 1, last_page: 1, total: 1 });
  serveApi({
    'GET /api/user': { company: aCompany },
    'GET /api/interview-sessions?page=1': listOf([]),
    'GET /api/interview-sessions?status=active': listOf(running),
    'GET /api/interview-sessions?upcoming=true': listOf(next),
    'GET /api/interview-sessions?search=amelie': listOf(found),
  });
}

test('chooses the marked action by Enter, outside input methods', async () => {
  serveApi({ 'GET /api/user': { company: aCompany } });
  const signOut = vi.fn<() => void>();
  await renderScreen(<CommandPalette onClose={() => undefined} onSignOut={signOut} />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'sign out' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  // Safari ends the composition first.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(signOut).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(signOut).toHaveBeenCalledOnce();
});

test('finds running and next sessions beyond the newest page', async () => {
  const running = anInterview({ id: 'id-1', room_code: 'private-room-1', status: 'active', candidate_name: 'Ada One' });
  const next = anInterview({ id: 'id-2', room_code: 'private-room-2', status: 'scheduled', candidate_name: 'Ada Two' });
  serveSessions({ running: [running], next: [next] });
  await renderScreen(<CommandPalette onClose={() => undefined} onSignOut={() => undefined} />);
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'ada' } });
  await screen.findByRole('option', { name: /Join Ada One/, hidden: true });
  expect(await screen.findByRole('option', { name: /Ada Two/, hidden: true })).toBeTruthy();
});

test('finds older sessions on the server, and shows a failure', async () => {
  const old = anInterview({
    id: 'id-3',
    room_code: 'private-room-3',
    status: 'completed',
    candidate_name: 'Amélie Old',
  });
  serveSessions({ found: [old] });
  await renderScreen(<CommandPalette onClose={() => undefined} onSignOut={() => undefined} />);
  const field = await screen.findByRole('combobox', { hidden: true });
  fireEvent.change(field, { target: { value: 'amelie' } });
  expect(await screen.findByRole('option', { name: /Amélie Old/, hidden: true })).toBeTruthy();
  fireEvent.change(field, { target: { value: 'zebra' } });
  expect(await screen.findByText('Nothing found. Search covers your latest sessions.')).toBeTruthy();
});

test('closes on a click outside', async () => {
  serveApi({ 'GET /api/user': { company: aCompany } });
  const onClose = vi.fn<() => void>();
  await renderScreen(<CommandPalette onClose={onClose} onSignOut={() => undefined} />);
  const dialog = await screen.findByRole('dialog', { name: 'Search' });
  // jsdom gives the dialog no size.
  const outside = { clientX: 5, clientY: 5 };
  fireEvent.mouseDown(dialog, outside);
  fireEvent.click(dialog, outside);
  expect(onClose).toHaveBeenCalledOnce();
});

test('shows a Close button on a touch screen', async () => {
  serveApi({ 'GET /api/user': { company: aCompany } });
  const onClose = vi.fn<() => void>();
  const matches = (media: string) => media === '(pointer: coarse)';
  await renderScreen(<CommandPalette onClose={onClose} onSignOut={() => undefined} />, { matches });
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('says offline that it searched the latest sessions only', async () => {
  serveApi({ 'GET /api/user': { company: aCompany } });
  await renderScreen(<CommandPalette onClose={() => undefined} onSignOut={() => undefined} />);
  goOffline();
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'zebra' } });
  expect(await screen.findByText('Nothing found. Search covers your latest sessions.')).toBeTruthy();
});

test('keeps the mark at its action while sessions arrive above it', async () => {
  const running = anInterview({
    id: 'id-1',
    room_code: 'private-room-1',
    status: 'active',
    candidate_name: 'Ada Logout',
  });
  serveSessions({ running: [running] });
  const arrive = stallApi('GET', '/api/interview-sessions?status=active');
  const signOut = vi.fn<() => void>();
  await renderScreen(<CommandPalette onClose={() => undefined} onSignOut={signOut} />);
  const field = await screen.findByRole('combobox', { hidden: true });
  fireEvent.change(field, { target: { value: 'logout' } });
  const marked = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const wanted = marked();
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  arrive();
  await screen.findByRole('option', { name: /Ada Logout/, hidden: true });
  expect(marked()).toBe(wanted);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(signOut).toHaveBeenCalledOnce();
});
