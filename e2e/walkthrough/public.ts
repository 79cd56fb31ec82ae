import { expect } from '../support/fixtures.ts';
import { answer, FAILED, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

const LINK = '/public/session/[^/]+';

/** The signed-out pages: landing, login, registration, legal pages and errors. */
export async function walkInFront({ open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open();
  await page.goto('/');
  await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
  await screenshot('landing', page);

  await page.goto('/login');
  await screenshot('login', page);
  await also(async () => {
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Password is required')).toBeVisible();
    await screenshot('login, errors', page);
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await screenshot('login, failed', page);
  });

  await page.getByRole('link', { name: 'Register here' }).click();
  await expect(page.getByLabel('Company Name')).toBeVisible();
  await screenshot('register', page);
  await also(async () => {
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('Company name is required')).toBeVisible();
    await screenshot('register, errors', page);
  });

  await page.goto('/forgot-password');
  await screenshot('forgot password', page);
  await page.goto(`/reset-password#${'A'.repeat(43)}`);
  await screenshot('reset password', page);
  await page.goto('/undo-email-change');
  await expect(page.getByRole('heading', { level: 1, name: 'Undo Your Email Change' })).toBeVisible();
  await screenshot('undo email change', page);
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm Your Email' })).toBeVisible();
  await screenshot('verify email', page);

  for (const name of ['Privacy', 'Terms']) {
    await page.goto(`/${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await screenshot(name.toLowerCase(), page);
  }

  await page.goto('/no-such-page');
  await expect(page.getByText(/not found|does not exist|no page/i).first()).toBeVisible();
  await screenshot('not found', page);

  await also(async () => {
    await answer(page, { '/subscription-plans': FAILED });
    await page.goto('/');
    // The page is complete before its app starts, which then sets the color scheme once more.
    await expect(page.getByLabel('Your line in the example session')).toBeVisible();
    await screenshot('landing, plans on their way', page);
    await release(page);
  });
  await answer(page, { '/subscription-plans': { status: 200, body: [{}] } });
  await page.goto('/');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await screenshot('unexpected error', page);
  await release(page);
}

/** The candidate's link in every state before the room. */
export async function walkLink({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open();
  for (const [status, shown] of [
    ['scheduled', 'has not started yet'],
    ['completed', 'This session has ended.'],
    ['cancelled', 'has cancelled this session'],
  ] as const) {
    await page.goto(`/codeshare/${world.rooms[status]}`);
    await expect(page.getByText(shown)).toBeVisible();
    await screenshot(`link, ${status}`, page);
  }
  await page.goto('/codeshare/private-room-nowhere00');
  await expect(page.getByText('Code share session not found.')).toBeVisible();
  await screenshot('link, not found', page);

  const roomCode = await world.startRoom();
  await page.goto(`/codeshare/${roomCode}`);
  await expect(page.getByLabel('Your Name')).toBeVisible();
  await screenshot('join card', page);
  await also(async () => {
    await page.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(page.getByText('Please enter your name')).toBeVisible();
    await answer(page, { [`${LINK}/join`]: FAILED });
    await page.getByLabel('Your Name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await screenshot('join card, failed', page);
    await release(page);
    await answer(page, { [LINK]: { status: 503 } });
    await page.goto(`/codeshare/${roomCode}`);
    await expect(page.getByRole('heading', { name: 'We can’t reach the server' })).toBeVisible();
    await screenshot('link, server away', page);
  });
  await release(page);

  const owner = await open(world.owner);
  await owner.goto(`/codeshare/${roomCode}`);
  await expect(owner.getByRole('button', { name: 'Join as interviewer' })).toBeVisible();
  await screenshot('link, opened by its interviewer', owner);
  await world.endRoom(roomCode);
}
