import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { answer, FAILED, release } from './tour.ts';
import type { Tour } from './tour.ts';

/** A company that has just registered: no plan, nothing in its lists. */
export async function tourNewcomer({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.newcomer);
  // Who was here before, on the dashboard too, sees the list as it was while it is loaded.
  await answer(page, { '/interview-sessions\\?page=1': 'hold' });
  await page.goto('/sessions');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await still('sessions, loading', page);
  await release(page);
  await page.goto('/dashboard');
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await still('dashboard, no plan', page);
  await page.goto('/subscription-plans?checkout=cancelled');
  await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
  await still('plans, checkout cancelled', page);
  await answer(page, { '/subscription-plans': FAILED, '/subscriptions/subscribe': FAILED });
  await page.reload();
  await expect(page.getByText('Failed to load subscription plans')).toBeVisible();
  await still('plans, failed', page);
  await release(page);
  await page.goto('/sessions');
  await expect(page.getByText('No sessions found')).toBeVisible();
  await still('sessions, empty', page);
  await page.goto('/interviewers');
  await expect(page.getByText('No interviewers yet')).toBeVisible();
  await still('interviewers, empty', page);
  await answer(page, { '/user': 'hold' });
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await still('guard', page);
}

/** The company's pages but its lists. */
export async function tourCompany({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/dashboard');
  await expect(page.getByText('Subscription Details')).toBeVisible();
  await still('dashboard', page);
  await menu(page, /^Account menu/, () => still('account menu', page));
  await menu(page, 'Color scheme', () => still('scheme menu', page));

  await page.goto('/subscription-plans?checkout=success');
  await expect(page.getByText('Subscription activated successfully')).toBeVisible();
  await still('plans, checkout success', page);
  await page.goto('/subscription-plans');
  await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
  await still('plans', page);

  await page.goto('/settings');
  await expect(page.getByLabel('Company Name')).toBeVisible();
  await still('settings', page);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await page.getByLabel('New Password', { exact: true }).fill('123');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await answer(page, { '/company/notifications': FAILED });
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await expect(page.getByText('Failed to update notification settings')).toBeVisible();
  await still('settings, answered', page);
  await release(page);

  const member = await open(world.member);
  await member.goto('/dashboard');
  await expect(member.getByText('Welcome back, Maya Okafor!')).toBeVisible();
  await still('dashboard of an interviewer', member);
  await member.goto('/interviewers');
  await expect(member.getByText('Only the company account can open this')).toBeVisible();
  await still('for the company account', member);
}

/** What the settings keep until they are asked: the activity, and the questions before something goes for good. */
export async function tourData({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Show Activity' }).click();
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible();
  await still('activity', page);
  await answer(page, { '/company/retention\\?days=30': { status: 200, body: { days: null, affected: 1204 } } });
  await page.getByText('30 days', { exact: true }).click();
  await expect(page.getByText('1,204 sessions would go now.')).toBeVisible();
  await still('retention, chosen', page);
  await page.getByRole('button', { name: 'Save Retention' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Remove old sessions?' })).toBeVisible();
  await still('retention, asked', page);
  await answer(page, { '/company/retention': FAILED, '/company': FAILED });
  await page.getByRole('button', { name: 'Remove 1,204 sessions' }).click();
  await expect(page.getByText('Failed to update retention')).toBeVisible();
  await still('retention, failed', page);
  await page.getByRole('button', { name: 'Delete Company' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Analytical Engines?' });
  await still('delete company', page);
  await dialog.getByRole('button', { name: 'Delete For Good' }).click();
  await expect(dialog.getByText('This is not the name of your company.')).toBeVisible();
  await still('delete company, errors', page);
  await dialog.getByLabel(/^Type Analytical Engines/).fill('Analytical Engines');
  await dialog.getByLabel('Current Password', { exact: true }).fill('not the one');
  await dialog.getByRole('button', { name: 'Delete For Good' }).click();
  await expect(dialog.getByText('Failed to delete the company')).toBeVisible();
  await still('delete company, failed', page);
  await release(page);
}

/** Interview sessions: the list, its menu, its dialogs, what fails. */
export async function tourSessions({ world, open, still }: Tour): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/sessions');
  await expect(page.getByText('Grace Hopper')).toBeVisible();
  await still('sessions', page);
  await page.getByRole('searchbox').fill('nobody at all');
  await still('sessions, nothing found', page);
  await page.getByRole('searchbox').fill('');
  await menu(page, 'Actions for Katherine Johnson', () => still('session menu', page));
  await sessionDialogs(page, (name) => still(name, page));
  await sessionFailures(page, (name) => still(name, page));
  await answer(page, { '/interview-sessions\\?page=1': FAILED });
  await page.reload();
  await expect(page.getByText('Failed to load sessions')).toBeVisible();
  await still('sessions, failed', page);
  await release(page);
}

async function sessionDialogs(page: Page, still: (name: string) => Promise<void>): Promise<void> {
  await choose(page, 'Grace Hopper', 'View Details');
  const details = page.getByRole('dialog', { name: 'Session Details' });
  await expect(details.getByRole('button', { name: 'View Full Code' })).toBeVisible();
  await still('session details');
  await details.getByRole('button', { name: 'View Full Code' }).click();
  await expect(details.getByRole('region', { name: 'Full code' })).toBeVisible();
  await still('session details, full code');
  await details.getByLabel('Candidate Email').fill('no address');
  await details.getByRole('button', { name: 'Save Details' }).click();
  await expect(details.getByText('Invalid email format')).toBeVisible();
  await still('session details, error');
  await details.getByRole('button', { name: 'Close' }).click();
  await choose(page, 'Katherine Johnson', 'View Details');
  await still('session details, scheduled');
  await details.getByRole('button', { name: 'Cancel Session' }).click();
  await still('cancel session');
  await page.getByRole('button', { name: 'Keep It' }).click();
  await choose(page, 'Katherine Johnson', 'Delete');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await still('delete session');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'New Session', exact: true }).click();
  await still('new session');
  await page.getByText('For later').click();
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await still('new session, later');
  await page.keyboard.press('Escape');
}

/** What was asked of an interview and did not happen. */
async function sessionFailures(page: Page, still: (name: string) => Promise<void>): Promise<void> {
  await answer(page, { '/interview-sessions/[^/]+': FAILED, '/interview-sessions/[^/]+/(start|cancel)': FAILED });
  await choose(page, 'Katherine Johnson', 'Start Session');
  await expect(page.getByText('Failed to start session')).toBeVisible();
  await still('sessions, failed to start');
  await choose(page, 'Katherine Johnson', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete session')).toBeVisible();
  await still('sessions, failed to delete');
  await release(page);
}

/** Interviewers, likewise. */
export async function tourInterviewers(tour: Tour): Promise<void> {
  const page = await tour.open(tour.world.owner);
  const still = (name: string) => tour.still(name, page);
  await page.goto('/interviewers');
  await expect(page.getByText('Maya Okafor')).toBeVisible();
  await still('interviewers');
  await menu(page, 'Actions for Maya Okafor', () => still('interviewer menu'));
  await page.getByRole('button', { name: 'Add Interviewer' }).click();
  await still('add interviewer');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await still('add interviewer, errors');
  await page.keyboard.press('Escape');
  for (const item of ['Edit', 'Delete']) {
    await choose(page, 'Maya Okafor', item);
    await expect(page.getByRole(item === 'Edit' ? 'dialog' : 'alertdialog')).toBeVisible();
    await still(`${item.toLowerCase()} interviewer`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
  await answer(page, { '/users': FAILED, '/users/[^/]+': FAILED });
  await choose(page, 'Maya Okafor', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete interviewer')).toBeVisible();
  await still('interviewers, failed to delete');
  await page.reload();
  await expect(page.getByText('Coming soon!')).toBeVisible();
  await still('interviewers, failed');
  await release(page);
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function menu(page: Page, name: string | RegExp, there: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await there();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}
