import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { rowsOnDevice } from '../support/device-database.ts';
import { join, RUNTIME_MS } from '../support/runs.ts';
import { PARCELS } from '../support/question.ts';
import {
  addQuestion,
  expectCode,
  newCompany,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

/** Longer than a phone's screen with the test below it. */
const TEXT = [
  '# Parcels\n\nReturn the **heaviest** parcel.\n',
  '| parcel | kg |\n|-|-|',
  ...[...'ABCDEFGHIJ'].map((parcel, index) => `| ${parcel} | ${index + 1} |`),
].join('\n');
const STARTER = "const parcels = readline().split(' ');";
/** Right for parcels whose second one is the heaviest. */
const ANSWER = '\nconsole.log(parcels[1]);\n';

interface NewTest {
  name: string;
  input: string;
  expected: string;
  isHidden?: boolean;
}

async function addTest(page: Page, number: number, { name, input, expected, isHidden }: NewTest): Promise<void> {
  await page.getByRole('button', { name: 'Add a test' }).click();
  const fields = page.getByRole('group', { name: `Test ${number}` });
  await fields.getByLabel('Name').fill(name);
  await fields.getByLabel('Input').fill(input);
  await fields.getByLabel('Expected output').fill(expected);
  if (isHidden) await fields.getByLabel('Hidden').check();
}

/** Whether an element ends at the same place as its parent. */
const isWithinParent = (element: Element) =>
  element.getBoundingClientRect().right <= (element.parentElement?.getBoundingClientRect().right ?? 0);

/** Writes a question on its screen and saves it, twice. */
async function writeQuestion(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Questions' }).click();
  await expect(page.getByRole('button', { name: 'Add 30 questions' })).toBeVisible();
  await page.getByRole('link', { name: 'New question' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Sorting office');
  await page.getByLabel('Text for the candidate', { exact: true }).fill(TEXT);
  await expect(page.getByRole('region', { name: 'What candidates see' }).getByText('heaviest')).toBeVisible();
  await page.getByLabel('Guide for interviewers', { exact: true }).fill('Ask about *ties*.');
  await page.getByLabel('Add a starter').selectOption('JavaScript');
  const starter = page.getByRole('group', { name: 'Starter in JavaScript' });
  await starter.locator('.view-lines').click();
  await page.keyboard.insertText(STARTER);
  await addTest(page, 1, { name: 'Two parcels', input: '3 5', expected: '5' });
  await addTest(page, 2, { name: 'The first is heavier', input: '9 2', expected: '9', isHidden: true });
  await addTest(page, 3, { name: 'One is light', input: '1 7', expected: '7', isHidden: true });
  await page.getByLabel('Minutes').fill('15');
  await page.getByLabel('Tags').fill('lists');
  const fields = await page.getByRole('group', { name: /^Test \d$/ }).all();
  for (const field of fields) expect(await field.evaluate(isWithinParent)).toBe(true);
  const save = page.getByRole('button', { name: 'Save' });
  // The first save gives the page another address.
  for (const name of ['The last is light', 'One is light']) {
    await page.getByRole('group', { name: 'Test 3' }).getByLabel('Name').fill(name);
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await save.click();
    await expect(page.getByText('Question saved').last()).toBeVisible();
    await expect(page).toHaveURL(/\/questions\/[0-9a-f-]{36}/);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  }
  await expect(page.getByRole('heading', { name: 'Sorting office', level: 1 })).toBeVisible();
}

/** The candidate passes the shown test; the interviewer counts the hidden ones, for both. */
async function runTests(laptop: Page, phone: Page): Promise<void> {
  await phone.getByRole('tab', { name: 'Question' }).click();
  await phone.getByRole('button', { name: 'Run tests' }).click();
  await expect(phone.getByText('1 of 1 shown test passes')).toBeVisible({ timeout: RUNTIME_MS });
  await expect(laptop.getByText('1 of 1 shown test passes · run by Ada Lovelace (candidate)')).toBeVisible();
  await laptop.getByLabel('Candidates see how many hidden tests pass').check();
  await laptop.getByRole('button', { name: 'Run tests' }).click();
  await expect(laptop.getByText('1 of 1 shown test passes · 1 of 2 hidden tests pass')).toBeVisible({
    timeout: RUNTIME_MS,
  });
  const failing = laptop.getByRole('region', { name: 'The first is heavier' });
  await expect(failing.getByLabel('Difference')).toContainText('Missing: 9');
  await expect(phone.getByText('1 of 2 hidden tests pass')).toBeVisible();
  await expect(phone.getByText('The first is heavier')).toHaveCount(0);
  // The count follows the switch, and stays with the code if only the shown tests run again.
  for (const isShared of [false, true]) {
    await laptop.getByLabel('Candidates see how many hidden tests pass').setChecked(isShared);
    await expect(phone.getByText('1 of 2 hidden tests pass')).toHaveCount(isShared ? 1 : 0);
  }
  await phone.getByRole('button', { name: 'Run tests' }).click();
  await expect(laptop.getByText('run by Ada Lovelace')).toBeVisible({ timeout: RUNTIME_MS });
  await expect(phone.getByText('1 of 2 hidden tests pass')).toBeVisible();
}

/** The question is at its old place after the code and the output were in front. */
async function leaveAndReturn(phone: Page): Promise<void> {
  const shown = phone.getByRole('tabpanel', { name: 'Question 1' });
  const place = () => shown.evaluate((panel) => panel.scrollTop);
  await shown.evaluate((panel) => panel.scrollTo(0, 20));
  await expect.poll(place).toBe(20);
  for (const name of ['Code', 'Output', 'Question']) {
    await phone.getByRole('tab', { name }).click();
    await expect(phone.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
  expect(await place()).toBe(20);
}

test(
  'writes a question, shows it in the room, and begins from its starter',
  { tag: '@odd' },
  async ({ laptop, phone }) => {
    await registerOnFreePlan(laptop, newCompany());
    await writeQuestion(laptop);
    await laptop.getByRole('button', { name: 'Back to questions' }).click();
    const search = laptop.getByPlaceholder('Search by title, text or tag');
    await search.fill('office');
    await laptop.getByRole('link', { name: 'Sorting office' }).click();
    await expect(laptop.getByRole('heading', { level: 1, name: 'Sorting office' })).toBeVisible();
    await laptop.goBack();
    await expect(search).toHaveValue('office');
    await laptop.getByRole('link', { name: 'Sorting office' }).click();
    await laptop.getByRole('button', { name: 'Back to questions' }).click();
    await expect(search).toHaveValue('office');

    await laptop.getByRole('link', { name: 'Dashboard' }).click();
    const roomCode = await startInterview(laptop);
    await join(phone, roomCode);
    await expect(phone.getByRole('tab', { name: 'Question' })).toHaveCount(0);
    await laptop.getByRole('button', { name: 'Questions' }).click();
    const panel = laptop.getByRole('dialog', { name: 'Questions' });
    const row = panel.getByRole('button', { name: 'Sorting office JavaScript · 3 tests · 15 min' });
    await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expect(panel.getByRole('region', { name: 'Guide' })).toContainText('Ask about ties.');
    expect(await violations(laptop)).toEqual([]);
    await panel.getByRole('button', { name: 'Show question' }).click();
    await expect(panel.getByText('On screen')).toBeVisible();
    await laptop.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);

    const shown = phone.getByRole('tabpanel', { name: 'Question 1' });
    await expect(shown.getByRole('heading', { name: 'Parcels' })).toBeVisible();
    await expect(shown.getByLabel('Input')).toHaveText('3 5');
    await expect(phone.getByText('Sorting office')).toHaveCount(0);
    await expect(phone.getByText('ties')).toHaveCount(0);

    await laptop.getByRole('button', { name: 'Switch to JavaScript' }).click();
    await laptop.getByRole('button', { name: 'Insert starter' }).click();
    await expectCode(laptop, STARTER);
    await phone.getByRole('tab', { name: 'Code' }).click();
    await expectCode(phone, STARTER);
    await typeAtEnd(phone, ANSWER);
    await expectCode(laptop, 'parcels[1]');
    await runTests(laptop, phone);
    for (const page of [laptop, phone]) expect(await violations(page)).toEqual([]);
    await leaveAndReturn(phone);
    await laptop.getByRole('button', { name: 'Insert starter' }).click();
    await laptop.getByRole('button', { name: 'Add below' }).click();
    await expectCode(laptop, '// -------------------- Question 1');
    await expect(laptop.getByText('// -------------------- Question 1')).toHaveCount(1);
    await expectCode(laptop, 'parcels[1]');
    await expect(laptop.getByText('of an earlier version')).toBeVisible();

    await phone.getByRole('tab', { name: 'Code' }).click();
    await typeAtEnd(phone, '// ready\n');
    await expectCode(laptop, '// ready');
    await laptop.getByRole('button', { name: 'Insert starter' }).click();
    await laptop.getByRole('button', { name: 'Put aside and insert' }).click();
    await expectCode(phone, STARTER);
    await expect(phone.getByText('parcels[1]')).toHaveCount(0);
    await expect(laptop.getByText('1 answer put aside.')).toBeVisible();

    await laptop.getByRole('button', { name: 'Hide for all' }).click();
    await expect(phone.getByRole('tab', { name: 'Question' })).toHaveCount(0);
    await expectCode(phone, STARTER);
  },
);

async function importFile(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Import questions' }).click();
  await (await choosing).setFiles(file);
}

test.describe('with a file that is refused', () => {
  test.use({ expectedProblems: /status of 422/ });

  test(
    'moves questions to another company in an archive, and changes nothing by a file that is none',
    { tag: '@long' },
    async ({ page }) => {
      const TITLE = 'The heaviest parcel';
      await registerOnFreePlan(page, newCompany());
      await addQuestion(page, { ...PARCELS, title: TITLE });
      await page.getByRole('link', { name: 'Questions' }).click();
      await expect(page.getByRole('link', { name: TITLE })).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Import and export' }).click();
      await page.getByRole('menuitem', { name: 'Export questions' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('questions.zip');

      await registerOnFreePlan(page, newCompany());
      await page.getByRole('link', { name: 'Questions' }).click();
      await expect(page.getByRole('button', { name: 'Add 30 questions' })).toBeVisible();
      await importFile(page, { name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('# Notes') });
      const refusal = page.getByRole('alertdialog', { name: 'Nothing was imported' });
      await expect(refusal).toContainText('The file is not a ZIP archive');
      await refusal.getByRole('button', { name: 'Close' }).click();
      await expect(refusal).toHaveCount(0);
      await importFile(page, await download.path());
      await expect(page.getByText('1 question added.')).toBeVisible();
      await page.getByRole('link', { name: TITLE }).click();
      await expect(page.getByLabel('Guide for interviewers', { exact: true })).toHaveValue(PARCELS.guide);
      await page.getByRole('button', { name: 'Only one Hidden' }).click();
      await expect(page.getByRole('group', { name: 'Test 2' }).getByLabel('Hidden')).toBeChecked();
    },
  );
});

test.describe('with a sign-in that ends', () => {
  test.use({ expectedProblems: /status of 401/ });

  test(
    'offers a question that was not saved by then after the next sign-in, and seals it in between',
    { tag: '@long' },
    async ({ page }) => {
      const company = newCompany();
      const guide = 'Ask what happens with two equal parcels.';
      const isOnDisk = async () =>
        (await rowsOnDevice(page, 'question-drafts', 'drafts')).some((row) => row.includes(guide));
      await registerOnFreePlan(page, company);
      const id = await addQuestion(page, { ...PARCELS, title: 'The heaviest parcel' });
      await page.goto(`/questions/${id}`);
      const field = page.getByLabel('Guide for interviewers', { exact: true });
      await field.fill(guide);
      await expect.poll(isOnDisk).toBe(true);
      // By another device.
      const token = await page.evaluate(() => localStorage.getItem('token'));
      await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect.poll(isOnDisk).toBe(false);

      await page.getByLabel('Email').fill(company.email);
      await page.getByLabel('Password', { exact: true }).fill(company.password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page).not.toHaveURL(/\/login/);
      await page.goto(`/questions/${id}`);
      await expect(page.getByText('You left unsaved changes on')).toBeVisible();
      await expect(field).toHaveValue(PARCELS.guide);
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect(field).toHaveValue(guide);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Question saved')).toBeVisible();
      await page.reload();
      await expect(field).toHaveValue(guide);
      await expect(page.getByText('You left unsaved changes on')).toHaveCount(0);
    },
  );
});
