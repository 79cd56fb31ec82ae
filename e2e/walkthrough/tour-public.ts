import { expect } from '../support/fixtures.ts';
import { answer, FAILED, release } from './tour.ts';
import type { Tour } from './tour.ts';

const LINK = '/public/session/[^/]+';

/** Everything somebody sees who is not signed in: the first page, the ways in, and dead ends. */
export async function tourInFront({ open, still }: Tour): Promise<void> {
  const page = await open();
  await page.goto('/');
  await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
  await still('landing', page);

  await page.goto('/login');
  await still('login', page);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await still('login, errors', page);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await still('login, failed', page);

  await page.getByRole('link', { name: 'Register here' }).click();
  await expect(page.getByLabel('Company Name')).toBeVisible();
  await still('register', page);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await still('register, errors', page);

  await page.goto('/forgot-password');
  await still('forgot password', page);
  await page.goto(`/reset-password#${'A'.repeat(43)}`);
  await still('reset password', page);

  for (const name of ['Privacy', 'Terms']) {
    await page.goto(`/${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await still(name.toLowerCase(), page);
  }

  await page.goto('/no-such-page');
  await still('not found', page);

  await answer(page, { '/subscription-plans': FAILED });
  await page.goto('/');
  await still('landing, plans on their way', page);
  await release(page);
  await answer(page, { '/subscription-plans': { status: 200, body: [{}] } });
  await page.goto('/');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await still('unexpected error', page);
  await release(page);
}

/** The candidate's link, in every state it can be in before the room. */
export async function tourLink({ world, open, still }: Tour): Promise<void> {
  const page = await open();
  for (const [status, shown] of [
    ['scheduled', 'has not started yet'],
    ['completed', 'This session has ended.'],
    ['cancelled', 'has cancelled this session'],
  ] as const) {
    await page.goto(`/codeshare/${world.rooms[status]}`);
    await expect(page.getByText(shown)).toBeVisible();
    await still(`link, ${status}`, page);
  }
  await page.goto('/codeshare/private-room-nowhere00');
  await expect(page.getByText('Code share session not found.')).toBeVisible();
  await still('link, not found', page);

  const roomCode = await world.startRoom();
  await page.goto(`/codeshare/${roomCode}`);
  await expect(page.getByLabel('Your Name')).toBeVisible();
  await still('join card', page);
  await page.getByRole('button', { name: 'Join Code Share' }).click();
  await expect(page.getByText('Please enter your name')).toBeVisible();
  await answer(page, { [`${LINK}/join`]: FAILED });
  await page.getByLabel('Your Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Join Code Share' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await still('join card, failed', page);
  await release(page);
  await answer(page, { [LINK]: { status: 503 } });
  await page.goto(`/codeshare/${roomCode}`);
  await expect(page.getByRole('heading', { name: "We can't reach the server" })).toBeVisible();
  await still('link, server away', page);
  await release(page);

  const owner = await open(world.owner);
  await owner.goto(`/codeshare/${roomCode}`);
  await expect(owner.getByRole('button', { name: 'Open the editor' })).toBeVisible();
  await still('link, opened by its interviewer', owner);
  await world.endRoom(roomCode);
}
