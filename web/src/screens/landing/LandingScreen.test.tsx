import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aCompany, aPlan } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LandingScreen } from './LandingScreen.tsx';
// Compiled before a test waits for it, because the screen loads it late.
import './MoreLanding.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const pngs = import.meta.glob<string>('../../../public/pictures/*.png', {
  eager: true,
  import: 'default',
  query: '?inline',
});

/** Returns the width and height of a PNG, which begins with them, as a data URL. */
function sizeOf(url: string): string[] {
  const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0));
  const read = new DataView(bytes.buffer);
  return [16, 20].map((offset) => String(read.getUint32(offset)));
}

async function show() {
  vi.spyOn(console, 'warn').mockReturnValue();
  serveApi({});
  const { history } = await renderScreen(<LandingScreen />);
  await screen.findByRole('contentinfo');
  return history;
}

test.each([
  ['Login', '/login'],
  ['Sign Up Free', '/register'],
  ['Get Started Free', '/register'],
  ['Sign In', '/login'],
  ['Start Free Trial', '/register'],
])('"%s" is a button that links to %s', async (name, path) => {
  const history = await show();
  const button = screen.getByRole('button', { name });
  expect(button.getAttribute('href')).toBe(path);
  await userEvent.click(button);
  expect(history.location.pathname).toBe(path);
});

test('presses a link that is called a button by space bar', async () => {
  const history = await show();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Get Started Free' }), { key: ' ' });
  await waitFor(() => expect(history.location.pathname).toBe('/register'));
});

test('shows three statistics and a running mock session', async () => {
  await show();
  for (const [figure, label] of [
    ['1000+', 'Interviews conducted'],
    ['500+', 'Companies'],
    ['50+', 'Languages'],
  ])
    expect(screen.getByText(figure ?? '').parentElement?.textContent).toBe(`${label}${figure}`);
  const mock = within(screen.getByRole('figure'));
  expect(mock.getByText('Interviewer is typing...')).toBeTruthy();
  expect(mock.getByText('Live')).toBeTruthy();
});

test('shows six features, ten benefits and the call to action', async () => {
  await show();
  const features = within(screen.getByRole('region', { name: /Everything an interview needs/ }));
  expect(features.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Real-time code collaboration',
    'Multi-user support',
    'Seamless interview flow',
    'Secure and private',
    'Lightning fast',
    'Session management',
  ]);
  const benefits = within(screen.getByRole('region', { name: 'Why choose our platform' }));
  const columns = benefits.getAllByRole('list').map((column) => within(column).getAllByRole('listitem').length);
  expect(columns).toEqual([5, 5]);
  expect(screen.getByRole('heading', { name: 'Simple, Transparent Pricing' })).toBeTruthy();
  expect(screen.getByText('No credit card required • Setup in 2 minutes')).toBeTruthy();
});

test('answers six questions and states four facts about security', async () => {
  await show();
  const questions = screen.getByRole('region', { name: 'Questions' });
  expect([...questions.querySelectorAll('details')].filter(({ open }) => !open)).toHaveLength(6);
  const security = within(screen.getByRole('region', { name: 'Private by design' }));
  expect(security.getAllByRole('heading', { level: 3 })).toHaveLength(4);
  expect(security.getByRole('link').getAttribute('href')).toBe('/privacy');
});

test.each([
  [/on a laptop and on a phone/, 4],
  [/Play any interview back/, 2],
])('loads the product pictures lazily with reserved space: %s', async (name, count) => {
  await show();
  const pictures = within(screen.getByRole('region', { name })).getAllByRole('img');
  expect(pictures).toHaveLength(count);
  for (const picture of pictures) {
    expect(picture.getAttribute('alt')).toMatch(/laptop|phone|playback/);
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(
      sizeOf(pngs[`../../../public${picture.getAttribute('src')}`] ?? ''),
    );
  }
});

test('shows links, support address and year in the footer', async () => {
  await show();
  const links = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Login', '/login'],
    ['Sign Up', '/register'],
    ['Try the editor', '/try'],
  ]);
  const print = within(screen.getByRole('navigation', { name: 'Small print' })).getAllByRole('link');
  expect(print.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
  ]);
  const footer = screen.getByRole('contentinfo').textContent;
  expect(footer).toContain('Support: support@');
  expect(footer).toContain(`© ${new Date().getFullYear()}`);
});

test('offers a signed-in visitor the dashboard instead of Login', async () => {
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany }, 'GET /api/subscription-plans': [aPlan({})] });
  const { history } = await renderScreen(<LandingScreen />);
  await screen.findByRole('contentinfo');
  expect((await screen.findByRole('button', { name: 'Get Started' })).getAttribute('href')).toBe('/subscription-plans');
  const links = screen.getAllByRole('link', { name: 'Open dashboard' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dashboard', '/dashboard', '/dashboard']);
  for (const name of ['Login', 'Sign Up Free', 'Sign In', 'Get Started Free', 'Start Free Trial'])
    expect(screen.queryByText(name)).toBeNull();
  await userEvent.click(screen.getAllByRole('link', { name: 'Open dashboard' })[0] ?? document.body);
  expect(history.location.pathname).toBe('/dashboard');
});
