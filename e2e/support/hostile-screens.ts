import type { Page } from '@playwright/test';
import { PASSWORD } from './accounts.ts';
import { expect } from './fixtures.ts';
import { mail, shown, type HarmCheck, type Texts } from './hostile.ts';
import { share, whenKept } from './installed.ts';

/** Searches the sessions for a hostile name, with and without a match. */
export async function sessionsSearch(
  page: Page,
  { planned, candidate }: Texts,
  expectHarmless: HarmCheck,
): Promise<void> {
  await page.goto('/sessions');
  await shown(page, candidate);
  const search = page.getByRole('searchbox');
  await search.fill(planned);
  await expect(page.getByRole('row').filter({ hasText: 'SCHEDULED' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'COMPLETED' })).toHaveCount(0);
  await expectHarmless(page, 'a session found');
  await search.fill(`${planned}?`);
  await shown(page, 'No sessions found');
  await expectHarmless(page, 'no session found');
}

/** Opens the activity log and exports all data. */
export async function activity(page: Page, { company, interviewer }: Texts, expectHarmless: HarmCheck): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Show activity' }).click();
  const entries = page.getByRole('region', { name: 'Activity' });
  await expect(entries).toContainText(company.trim());
  await expect(entries).toContainText(interviewer.trim());
  await expectHarmless(page, 'activity');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('company-data.zip');
  expect(await download.failure()).toBeNull();
  await expectHarmless(page, 'export');
}

/** Signs in as the interviewer with the hostile name and opens every screen of an interviewer. */
export async function memberScreens(page: Page, texts: Texts, expectHarmless: HarmCheck): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(mail(texts.mark, 'member'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await shown(page, texts.interviewer);
  await expectHarmless(page, "an interviewer's dashboard");
  for (const path of ['/sessions', '/interviewers', '/settings', '/subscription-plans']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectHarmless(page, `${path} of an interviewer`);
  }
  await page.goto('/sessions');
  await shown(page, texts.candidate);
  await page.getByRole('row').filter({ hasText: 'SCHEDULED' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  await expect(page.getByRole('dialog', { name: 'Session details' }).getByLabel('Team notes')).toHaveValue(texts.notes);
  await expectHarmless(page, 'details of an interviewer');
}

/** Shares hostile texts and file names with the app. */
export async function sharedTexts(page: Page, texts: string[], expectHarmless: HarmCheck): Promise<void> {
  await page.goto('/dashboard');
  await whenKept(page);
  for (const text of texts) {
    await share(page, { file: { name: `${text}.sql`, content: `${text}\n${text}` } });
    await expect(page.getByLabel('Shared text')).toContainText(text.trim());
    await expectHarmless(page, 'a shared file');
    await share(page, { text });
    await expect(page.getByLabel('Shared text')).toContainText(text.trim());
    await expectHarmless(page, 'a shared text');
  }
}
