import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { expect } from './fixtures.ts';
import { mail, shown, type Still, type Texts } from './hostile.ts';
import { share, whenKept } from './installed.ts';

/** Looks for a candidate by a name that is more than a name, and for nobody by one. */
export async function sessionsSearch(page: Page, { planned, candidate }: Texts, still: Still): Promise<void> {
  await page.goto('/sessions');
  await shown(page, candidate);
  const search = page.getByRole('searchbox');
  await search.fill(planned);
  await expect(page.getByRole('row').filter({ hasText: 'SCHEDULED' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'COMPLETED' })).toHaveCount(0);
  await still(page, 'a session found');
  await search.fill(`${planned}?`);
  await shown(page, 'No sessions found');
  await still(page, 'no session found');
}

/** Reads who did what, and takes everything along. */
export async function activity(page: Page, { company, interviewer }: Texts, still: Still): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Show Activity' }).click();
  const entries = page.getByRole('region', { name: 'Activity' });
  await expect(entries).toContainText(company.trim());
  await expect(entries).toContainText(interviewer.trim());
  await still(page, 'activity');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export All Data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('company-data.zip');
  expect(await download.failure()).toBeNull();
  await still(page, 'export');
}

/** Signs in as the interviewer with the strange name, and sees every screen an interviewer has. */
export async function memberScreens(page: Page, texts: Texts, still: Still): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(mail(texts.mark, 'member'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await shown(page, texts.interviewer);
  await still(page, "an interviewer's dashboard");
  for (const path of ['/sessions', '/interviewers', '/settings', '/subscription-plans']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await still(page, `${path} of an interviewer`);
  }
  await page.goto('/sessions');
  await shown(page, texts.candidate);
  await page.getByRole('row').filter({ hasText: 'SCHEDULED' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog', { name: 'Session Details' }).getByLabel('Notes', { exact: true })).toHaveValue(
    texts.notes,
  );
  await still(page, 'details of an interviewer');
}

/** Shares texts and files with such names with the app. */
export async function sharedTexts(page: Page, texts: string[], still: Still): Promise<void> {
  await page.goto('/dashboard');
  await whenKept(page);
  for (const text of texts) {
    await share(page, { file: { name: `${text}.sql`, content: `${text}\n${text}` } });
    await expect(page.getByLabel('What was shared')).toContainText(text.trim());
    await still(page, 'a shared file');
    await share(page, { text });
    await expect(page.getByLabel('What was shared')).toContainText(text.trim());
    await still(page, 'a shared text');
  }
}
