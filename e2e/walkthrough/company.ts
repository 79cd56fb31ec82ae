import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { answer, FAILED, NOT_READ, openSetting, release } from './walkthrough.ts';
import type { Walkthrough } from './walkthrough.ts';

/** A company that has just registered: no plan, nothing in its lists. */
export async function walkNewcomer({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.newcomer);
  await also(async () => {
    // First, because a visited list or dashboard shows cached data while it loads.
    await answer(page, { '/interview-sessions\\?page=1': 'hold' });
    await page.goto('/sessions');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await screenshot('sessions, loading', page);
    await release(page);
  });
  await page.goto('/dashboard');
  await expect(page.getByText('No Active Subscription')).toBeVisible();
  await screenshot('dashboard, no plan', page);
  await also(async () => {
    await page.goto('/subscription-plans?checkout=cancelled');
    await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
    await screenshot('plans, checkout cancelled', page);
    await answer(page, { '/subscription-plans': NOT_READ, '/subscriptions/subscribe': FAILED });
    await page.reload();
    await expect(page.getByText('Failed to load subscription plans')).toBeVisible();
    await screenshot('plans, failed', page);
    await release(page);
  });
  await page.goto('/sessions');
  await expect(page.getByText('No sessions found')).toBeVisible();
  await screenshot('sessions, empty', page);
  await page.goto('/interviewers');
  await expect(page.getByText('No interviewers yet')).toBeVisible();
  await screenshot('interviewers, empty', page);
  await also(async () => {
    await answer(page, { '/user': 'hold' });
    await page.goto('/dashboard');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await screenshot('guard', page);
  });
}

const NOTHING = { status: 200, body: { data: [], current_page: 1, last_page: 1, total: 0 } };

/** The company's pages without its lists. */
export async function walkCompany({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/dashboard');
  await expect(page.getByText('Subscription Details')).toBeVisible();
  await screenshot('dashboard', page);
  await menu(page, /^Account menu/, () => screenshot('account menu', page));
  await menu(page, 'Color scheme', () => screenshot('scheme menu', page));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('hopper');
  await expect(page.getByRole('option', { name: /Grace Hopper/ })).toBeVisible();
  await screenshot('search', page);
  await page.keyboard.press('Escape');

  await also(async () => {
    await answer(page, { '/interview-sessions\\?page=1': NOTHING, '/questions\\?page=1': NOTHING });
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
    await screenshot('dashboard, first steps', page);
    await release(page);
  });

  await also(async () => {
    await page.goto('/subscription-plans?checkout=success');
    await expect(page.getByText('Subscription activated successfully')).toBeVisible();
    await screenshot('plans, checkout success', page);
  });
  await page.goto('/subscription-plans');
  await expect(page.getByRole('article', { name: 'Starter' })).toBeVisible();
  await screenshot('plans', page);

  await page.goto('/settings');
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await screenshot('settings', page);
  await also(async () => {
    await openSetting(page, 'company-profile');
    await page.getByRole('button', { name: 'Update profile' }).click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await screenshot('settings, profile', page);
  });
  await also(() => integrations(page, (name) => screenshot(name, page)));
  await also(async () => {
    await openSetting(page, 'change-password');
    await page.getByLabel('New Password', { exact: true }).fill('123');
    await page.getByRole('button', { name: 'Update password' }).click();
    await screenshot('settings, password', page);
    await openSetting(page, 'notification-preferences');
    await answer(page, { '/company/notifications': FAILED });
    await page.getByRole('switch', { name: 'Weekly Reports' }).click();
    await expect(page.getByText('Failed to update notification settings')).toBeVisible();
    await screenshot('settings, answered', page);
    await release(page);
  });

  await also(async () => {
    const member = await open(world.member);
    await member.goto('/dashboard');
    await expect(member.getByText('Welcome back, Maya Okafor!')).toBeVisible();
    await screenshot('dashboard of an interviewer', member);
    await member.goto('/interviewers');
    await expect(member.getByText('Only the company account and admins can open this')).toBeVisible();
    await screenshot('for the company account', member);
  });
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const WEBHOOK = {
  id: '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01',
  url: 'https://hooks.analytical-engines.example/interviews',
  events: ['interview.planned', 'interview.decided'],
  created_at: daysAgo(20),
  failing_since: daysAgo(2),
  disabled_at: null,
  old_secret_until: daysAgo(-1),
};
const MESSAGE = {
  id: '5a1de9c1-7a39-4b0c-8f0f-2f0f6f8f5f02',
  type: 'interview.decided',
  created_at: daysAgo(1),
  state: 'failed',
  tries: 8,
  due_at: null,
  tried_at: daysAgo(0.5),
  status: 503,
  failure: null,
};
const NEXT = {
  ...MESSAGE,
  id: '5a1de9c1-7a39-4b0c-8f0f-2f0f6f8f5f03',
  state: 'waiting',
  tries: 3,
  due_at: daysAgo(-1),
};
const TIMED_OUT = { ...MESSAGE, id: '5a1de9c1-7a39-4b0c-8f0f-2f0f6f8f5f04', status: null, failure: 'timeout' };

/** The settings' API keys, and webhooks of which one fails. */
async function integrations(page: Page, screenshot: (name: string) => Promise<void>): Promise<void> {
  await openSetting(page, 'api-keys');
  await page.getByRole('button', { name: 'Manage API keys' }).click();
  await page.getByLabel('Name of the key').fill('Greenhouse');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByLabel('Your API key')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Revoke Greenhouse/ }).first()).toBeVisible();
  await screenshot('settings, API keys');
  const deliveries = { data: [NEXT, TIMED_OUT, MESSAGE], last_page: 1 };
  await answer(page, {
    // The list, and the reply to a new one.
    '/webhooks': { status: 200, body: { webhooks: [WEBHOOK], secret: `whsec_${'Zm9v'.repeat(11)}` } },
    '/webhooks/[^/]+/deliveries\\?page=1': { status: 200, body: deliveries },
  });
  await openSetting(page, 'webhooks');
  await page.getByRole('button', { name: 'Manage webhooks' }).click();
  await page.getByRole('button', { name: /^Messages to/ }).click();
  await expect(page.getByText('No reply within 10 seconds')).toBeVisible();
  await page.getByLabel('Address of the webhook').fill(WEBHOOK.url);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByLabel('The secret of the webhook')).toBeVisible();
  await screenshot('settings, webhooks');
  await release(page);
}

/** The settings' activity log, and the confirmations before data is deleted for good. */
export async function walkData({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await openSetting(page, 'activity');
  await page.getByRole('button', { name: 'Show activity' }).click();
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible();
  await screenshot('activity', page);
  await also(async () => {
    await openSetting(page, 'data');
    await answer(page, { '/company/retention\\?days=30': { status: 200, body: { days: null, affected: 1204 } } });
    await page.getByText('30 days', { exact: true }).click();
    await expect(page.getByText('1,204 sessions would be deleted now.')).toBeVisible();
    await screenshot('retention, chosen', page);
    await page.getByRole('button', { name: 'Save retention' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete old sessions?' })).toBeVisible();
    await screenshot('retention, asked', page);
    await answer(page, { '/company/retention': FAILED });
    await page.getByRole('button', { name: 'Delete 1,204 sessions' }).click();
    await expect(page.getByText('Failed to update retention')).toBeVisible();
    await screenshot('retention, failed', page);
    await release(page);
  });
  await openSetting(page, 'delete-company');
  await page.getByRole('button', { name: 'Delete company' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Analytical Engines?' });
  await screenshot('delete company', page);
  await also(async () => {
    await answer(page, { '/company': FAILED });
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('This is not the name of your company.')).toBeVisible();
    await screenshot('delete company, errors', page);
    await dialog.getByLabel(/^Type Analytical Engines/).fill('Analytical Engines');
    await dialog.getByLabel('Current Password', { exact: true }).fill('not the one');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText('Failed to delete the company')).toBeVisible();
    await screenshot('delete company, failed', page);
    await release(page);
  });
}

/** Interview sessions: the list, its menu, its dialogs and errors. */
export async function walkSessions({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await page.goto('/sessions');
  await expect(page.getByText('Grace Hopper')).toBeVisible();
  await screenshot('sessions', page);
  await also(async () => {
    await page.getByRole('searchbox').fill('no such name');
    await screenshot('sessions, nothing found', page);
    await page.getByRole('searchbox').fill('');
  });
  await menu(page, 'Actions for Katherine Johnson', () => screenshot('session menu', page));
  await sessionDialogs({ page, screenshot: (name) => screenshot(name, page), also });
  await also(() => sessionFailures(page, (name) => screenshot(name, page)));
  await also(async () => {
    await answer(page, { '/interview-sessions\\?page=1': FAILED });
    await page.reload();
    await expect(page.getByText('Failed to load sessions')).toBeVisible();
    await screenshot('sessions, failed', page);
    await release(page);
  });
}

interface OnPage extends Pick<Walkthrough, 'also'> {
  page: Page;
  screenshot: (name: string) => Promise<void>;
}

async function sessionDialogs({ page, screenshot, also }: OnPage): Promise<void> {
  await choose(page, 'Grace Hopper', 'View Details');
  const details = page.getByRole('dialog', { name: 'Session details' });
  await expect(details.getByRole('button', { name: 'View Full Code' })).toBeVisible();
  await screenshot('session details');
  await also(() => detailsStates(page, screenshot));
  await details.getByRole('button', { name: 'Close' }).click();
  await choose(page, 'Katherine Johnson', 'View Details');
  await screenshot('session details, scheduled');
  await details.getByRole('button', { name: 'Cancel session' }).click();
  await screenshot('cancel session');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await details.getByRole('button', { name: 'Close' }).click();
  await choose(page, 'Katherine Johnson', 'Delete');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await screenshot('delete session');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'New Session', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'New Session' })).toBeVisible();
  await screenshot('new session');
  await page.getByText('Schedule', { exact: true }).click();
  await page.getByRole('button', { name: 'Schedule session' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await screenshot('new session, later');
  await page.keyboard.press('Escape');
}

/** The code and a refused e-mail address of an open session's details, and their unsaved text. */
async function detailsStates(page: Page, screenshot: OnPage['screenshot']): Promise<void> {
  const details = page.getByRole('dialog', { name: 'Session details' });
  await details.getByRole('button', { name: 'View Full Code' }).click();
  await expect(details.getByRole('region', { name: 'Full code' })).toBeVisible();
  await screenshot('session details, full code');
  await details.getByRole('button', { name: 'Edit email' }).click();
  await details.getByLabel('Candidate Email').fill('no address');
  await details.getByRole('button', { name: 'Save email' }).click();
  await expect(details.getByText('Invalid email format')).toBeVisible();
  await screenshot('session details, error');
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible();
  await screenshot('session details, discard');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await choose(page, 'Grace Hopper', 'View Details');
}

/** Failed actions on an interview. */
async function sessionFailures(page: Page, screenshot: OnPage['screenshot']): Promise<void> {
  await answer(page, { '/interview-sessions/[^/]+': FAILED, '/interview-sessions/[^/]+/(start|cancel)': FAILED });
  await choose(page, 'Katherine Johnson', 'Start Session');
  await screenshot('start session');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start session' }).click();
  await expect(page.getByText('Failed to start session')).toBeVisible();
  await screenshot('sessions, failed to start');
  await choose(page, 'Katherine Johnson', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete session')).toBeVisible();
  await screenshot('sessions, failed to delete');
  await release(page);
}

/** Interviewers: the list, its menu, its dialogs and errors. */
export async function walkInterviewers(walkthrough: Walkthrough): Promise<void> {
  const { world, open, also } = walkthrough;
  const page = await open(world.owner);
  const screenshot = (name: string) => walkthrough.screenshot(name, page);
  await page.goto('/interviewers');
  await expect(page.getByText('Maya Okafor')).toBeVisible();
  await screenshot('interviewers');
  await menu(page, 'Actions for Maya Okafor', () => screenshot('interviewer menu'));
  await page.getByRole('button', { name: 'Add colleague' }).click();
  await screenshot('add interviewer');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await screenshot('add interviewer, errors');
  await page.keyboard.press('Escape');
  for (const item of ['Edit', 'Delete']) {
    await choose(page, 'Maya Okafor', item);
    await expect(page.getByRole(item === 'Edit' ? 'dialog' : 'alertdialog')).toBeVisible();
    await screenshot(`${item.toLowerCase()} interviewer`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
  await also(async () => {
    await answer(page, { '/users': NOT_READ, '/users/[^/]+': FAILED });
    await choose(page, 'Maya Okafor', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('Failed to delete interviewer')).toBeVisible();
    await screenshot('interviewers, failed to delete');
    await page.reload();
    await expect(page.getByText('Coming soon!')).toBeVisible();
    await screenshot('interviewers, failed');
    await release(page);
  });
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
