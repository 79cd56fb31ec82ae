import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { rowsOnDevice, whenUnsentOnDevice } from '../support/device-database.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { PARCELS } from '../support/question.ts';
import { addQuestion, expectCode, joinAsCandidate, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  permissions: ['clipboard-read', 'clipboard-write'],
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

/** The first test of the question, which everyone in the room sees. */
const shownTest = (page: Page) => page.getByRole('region', { name: 'Two parcels', exact: true });
const keepTyping = (page: Page) => page.getByRole('button', { name: 'Keep typing on this device' });

test('merges a candidate’s offline text once across a reload, and records the gap', async ({
  page: laptop,
  browser,
  baseURL,
  picture,
}) => {
  const roomCode = await openInterview(laptop);
  const context = await browser.newContext({ serviceWorkers: 'allow', ...(baseURL && { baseURL }) });
  const candidate = await context.newPage();
  await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await whenKept(candidate);
  await whenEngineKept(candidate, 'monaco');
  await typeAtEnd(candidate, '\n-- before\n');
  await expectCode(laptop, '-- before');
  await showQuestion(laptop);
  await expect(shownTest(candidate)).toBeVisible();

  await goOffline(context);
  await expect(candidate.getByText('Disconnected', { exact: true })).toBeVisible();
  await typeAtEnd(candidate, 'never: it is thrown away');
  await candidate.keyboard.press('Escape');
  await typeAtEnd(candidate, '-- typed offline');
  await keepTyping(candidate).click();
  await typeAtEnd(candidate, '\n-- and held');
  await expect(candidate.getByText('Working offline. Your changes will sync')).toBeVisible();
  // Under another name, this text could not be sent.
  await candidate.getByRole('button', { name: 'Help' }).click();
  await expect(candidate.getByRole('menuitem', { name: 'Change name once connected' })).toBeDisabled();
  await candidate.keyboard.press('Escape');
  await picture(candidate, 'typing-offline');
  await typeAtEnd(laptop, '-- meanwhile on the other side\n');
  await whenUnsentOnDevice(candidate, '-- and held');

  await candidate.reload();
  await expectCode(candidate, '-- and held');
  await expect(candidate.getByText('Disconnected', { exact: true })).toBeVisible();
  await expect(shownTest(candidate)).toBeVisible();
  await expect(candidate.getByText('Only one')).toHaveCount(0);
  await typeAtEnd(candidate, '\n-- after the reload\n');
  await whenUnsentOnDevice(candidate, '-- after the reload');

  await context.setOffline(false);
  await expect(candidate.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  const lines = ['-- before', '-- typed offline', '-- and held', '-- after the reload', '-- meanwhile'];
  for (const line of lines) {
    await expectCode(laptop, line);
    await expectCode(candidate, line);
  }
  const { id, code } = await readInterview(laptop, roomCode);
  for (const line of lines) expect(code.split(line), line).toHaveLength(2);
  expect(code).not.toContain('never');
  const gaps = await readGaps(laptop, id);
  expect(gaps).toMatchObject([{ participant_name: 'Ada Lovelace', participant_type: 'candidate' }]);
  expect(Date.parse(`${gaps[0]?.offline_to}`)).toBeGreaterThan(Date.parse(`${gaps[0]?.offline_from}`));
  // Nothing of it remains on the device.
  await expect.poll(() => keptDocuments(candidate)).toBe(0);
  await context.close();
});

const questionsPanel = (page: Page) => page.getByRole('dialog', { name: 'Questions' });

/** Shows a question in the room, and waits until its hidden tests are on the device. */
async function showQuestion(page: Page): Promise<void> {
  await addQuestion(page, { ...PARCELS, title: 'The heaviest parcel' });
  await page.getByRole('button', { name: 'Questions' }).click();
  await questionsPanel(page).getByRole('button', { name: 'The heaviest parcel' }).click();
  await questionsPanel(page).getByRole('button', { name: 'Show question' }).click();
  await expect(questionsPanel(page).getByText('On screen')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(questionsPanel(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Only one' })).toBeVisible();
}

/** The guide and the tests of the question that was shown. */
async function expectGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Questions' }).click();
  await questionsPanel(page).getByRole('button', { name: 'The heaviest parcel' }).click();
  await expect(questionsPanel(page).getByRole('region', { name: 'Guide' })).toContainText('Ask what an empty line');
  await expect(questionsPanel(page).getByRole('region', { name: 'Only one (hidden)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(questionsPanel(page)).toHaveCount(0);
}

test(
  'lets an interviewer continue offline after a full page load, with the guide and tests of the question',
  { tag: '@long' },
  async ({ page, context }) => {
    const roomCode = await openInterview(page);
    await showQuestion(page);
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await goOffline(context);
    await keepTyping(page).click();
    await typeAtEnd(page, '\n-- by the interviewer\n');
    await whenUnsentOnDevice(page, '-- by the interviewer');
    await page.goto('/dashboard');
    await page.goto(`/editor?room=${roomCode}`);
    await expectCode(page, '-- by the interviewer');
    await expectGuide(page);
    await typeAtEnd(page, '-- and on\n');
    await context.setOffline(false);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect.poll(async () => (await readInterview(page, roomCode)).code).toContain('-- and on');
    const { code } = await readInterview(page, roomCode);
    for (const line of ['-- by the interviewer', '-- and on']) expect(code.split(line)).toHaveLength(2);
  },
);

for (const how of ['stays', 'reloads'] as const)
  test(
    `offers the text to a candidate who ${how} after the interview ended`,
    { tag: '@long' },
    async ({ page: laptop, browser, baseURL }) => {
      const roomCode = await openInterview(laptop);
      const options = { serviceWorkers: 'allow' as const, permissions: ['clipboard-read', 'clipboard-write'] };
      const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) });
      const candidate = await context.newPage();
      await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
      await goOffline(context);
      await keepTyping(candidate).click();
      await typeAtEnd(candidate, '\n-- too late\n');
      await whenUnsentOnDevice(candidate, '-- too late');
      const token = await laptop.evaluate(() => localStorage.getItem('token'));
      const headers = { authorization: `Bearer ${token}` };
      await laptop.request.post(`/api/interview-sessions/end-by-room/${roomCode}`, { headers });

      if (how === 'reloads') await candidate.goto('about:blank');
      await context.setOffline(false);
      if (how === 'reloads') await candidate.goto(`/codeshare/${roomCode}`);
      const dialog = candidate.getByRole('alertdialog');
      await expect(dialog).toContainText(/didn’t sync/, { timeout: 30_000 });
      if (how === 'reloads') {
        // Dismissed and left before it was copied, so that the link offers it again.
        await dialog.getByRole('button', { name: 'Dismiss' }).click();
        await expect(dialog).not.toContainText(/didn’t sync/);
        await dialog.getByRole('button', { name: 'OK' }).click();
        await expect(candidate).toHaveURL(/\/$/);
        await candidate.goto(`/codeshare/${roomCode}`);
        await expect(dialog).toContainText(/didn’t sync/);
      }
      await dialog.getByRole('button', { name: 'Copy code' }).click();
      expect(await candidate.evaluate(() => navigator.clipboard.readText())).toContain('-- too late');
      await dialog.getByRole('button', { name: 'OK' }).click();
      await expect(candidate).toHaveURL(/\/$/);
      await expect.poll(() => keptDocuments(candidate)).toBe(0);
      await context.close();
    },
  );

interface Gap {
  participant_name: string;
  participant_type: string;
  offline_from: string;
  offline_to: string;
}

async function readGaps(page: Page, id: string): Promise<Gap[]> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const headers = { authorization: `Bearer ${token}` };
  const reply = await page.request.get(`/api/code-editor-data/session/${id}/offline-gaps`, { headers });
  return ((await reply.json()) as { data: Gap[] }).data;
}

/** Returns the number of documents stored on this device for typing offline. */
async function keptDocuments(page: Page): Promise<number> {
  const rows = await rowsOnDevice(page, 'code-interviews', 'documents');
  // The others are rooms that open again without a network.
  return rows.filter((row) => !(JSON.parse(row) as { scope: string }).scope.startsWith('kept ')).length;
}
