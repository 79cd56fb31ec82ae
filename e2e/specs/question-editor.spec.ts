import { expect, test } from '../support/fixtures.ts';
import { addQuestion, newCompany, registerOnFreePlan } from '../support/steps.ts';

/** The longest page of a question with five tests, on a laptop (CSS pixels). */
const PAGE_MAX_PX = 1_800;
const FLAGS = { is_query: false, is_ordered: false, is_numeric: false };
const HOURS = ['Mon 09:00-18:00', 'Tue 09:00-18:00', 'Wed closed', 'Thu 09:00-18:00', 'Fri 10:00-14:00'].join('\n');
const LONG = Array.from({ length: 20 }, (_, line) => `Line ${line + 1} of a text that candidates read.`).join('\n\n');
const STARTER = Array.from({ length: 7 }, (_, line) => `const line${line} = ${line};`).join('\n');
const QUESTION = {
  title: 'Opening hours',
  text: `# Opening hours\n\n${LONG}`,
  guide: `1. Ask which belong together.\n\n${LONG}`,
  starters: [
    { language: 'javascript', code: STARTER },
    { language: 'python', code: 'pass\n' },
  ],
  data: null,
  tests: ['A usual week', 'Closed on Wednesday', 'Always the same', 'Always different', 'A break at noon'].map(
    (name, place) => ({ ...FLAGS, name, input: HOURS, expected: HOURS, is_hidden: place > 1 }),
  ),
  minutes: 20,
  tags: ['write', 'strings'],
};

test(
  'keeps a question with five tests short, with each part one click away, in the colors of the page',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await registerOnFreePlan(page, newCompany());
    const id = await addQuestion(page, QUESTION);
    await page.goto(`/questions/${id}`);
    const starter = page.getByRole('group', { name: 'Starter in JavaScript' });
    await expect(starter.locator('.view-lines')).toBeVisible();
    await expect(page.getByText('20 min · JavaScript, Python · write, strings')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(PAGE_MAX_PX);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(starter).toHaveAttribute('data-editor-theme', colorScheme);
    }

    const map = page.getByRole('navigation', { name: 'Parts of the question' });
    const parts = {
      'Try it': page.getByLabel('Language of the solution'),
      Text: page.getByLabel('Text for the candidate', { exact: true }),
      Tests: page.getByRole('button', { name: /^A usual week/ }),
      Guide: page.getByLabel('Guide for interviewers', { exact: true }),
      Starters: page.getByLabel('Add a starter'),
      'SQL data': page.getByLabel('SQL data', { exact: true }),
    };
    for (const [part, first] of Object.entries(parts)) {
      await map.getByRole('button', { name: part }).click();
      await expect(first).toBeInViewport({ ratio: 0.9 });
      await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
    }
  },
);

test('has the parts of a question as tabs on a phone, and Save at the thumb', { tag: '@long' }, async ({ phone }) => {
  await registerOnFreePlan(phone, newCompany());
  const id = await addQuestion(phone, QUESTION);
  await phone.goto(`/questions/${id}`);
  const { height } = phone.viewportSize() ?? { height: 0 };
  for (const part of ['Guide', 'Starters', 'SQL data', 'Tests', 'Try it', 'Text']) {
    await phone.getByRole('tab', { name: part }).click();
    const box = await phone.getByRole('button', { name: 'Save' }).boundingBox();
    expect(box?.y).toBeGreaterThan(height / 2);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});
