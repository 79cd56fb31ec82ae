import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { manifest } from '../../../manifest.ts';
import { aCompany } from '../../testing/examples.ts';
import { serveApi } from '../../testing/fake-api.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LandingScreen } from './LandingScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

async function show() {
  vi.spyOn(console, 'warn').mockReturnValue();
  serveApi({});
  const { history } = await renderScreen(<LandingScreen />);
  await screen.findByRole('main');
  return history;
}

test.each([
  ['Login', '/login'],
  ['Sign Up Free', '/register'],
  ['Get Started Free', '/register'],
  ['Sign In', '/login'],
  ['Start Free Trial', '/register'],
])('"%s" leads to %s', async (name, path) => {
  const history = await show();
  await userEvent.click(screen.getByRole('button', { name }));
  expect(history.location.pathname).toBe(path);
});

test('the hero shows three statistics and a running mock session', async () => {
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

test('shows six features, ten benefits in two columns, and the call to action', async () => {
  await show();
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
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

test('loads the product pictures lazily, with reserved space', async () => {
  await show();
  const pictures = within(screen.getByRole('region', { name: /on a laptop and on a phone/ })).getAllByRole('img');
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) {
    const known = manifest.screenshots?.find(({ src }) => src === picture.getAttribute('src'));
    expect(`${picture.getAttribute('width')}x${picture.getAttribute('height')}`).toBe(known?.sizes);
    expect(picture.getAttribute('loading')).toBe('lazy');
    expect(picture.getAttribute('alt')).toMatch(/laptop|phone/);
  }
});

test('the footer shows its links, the support address and the year', async () => {
  await show();
  const links = within(screen.getByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Login', '/login'],
    ['Sign Up', '/register'],
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

test('offers a signed-in visitor the dashboard in place of Login and Sign Up', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.setItem('token', 'account-token');
  localStorage.setItem('company', JSON.stringify(aCompany));
  serveApi({ 'GET /api/user': { company: aCompany } });
  const { history } = await renderScreen(<LandingScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Dashboard' }));
  expect(history.location.pathname).toBe('/dashboard');
  expect(screen.getByRole('button', { name: 'Go to the dashboard' })).toBeTruthy();
  for (const name of ['Login', 'Sign Up Free', 'Sign In', 'Get Started Free'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  localStorage.clear();
});
