import type { Locator, Page } from '@playwright/test';
import { devices } from '../../testkit/devices.ts';
import { violations } from '../support/accessibility.ts';
import { newLaptop } from '../support/editors.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { PARCELS } from '../support/question.ts';
import { join, log, startWith } from '../support/runs.ts';
import { addQuestion, expectCode, openInterview, typeAtEnd } from '../support/steps.ts';

/** Width of a window, and the least width of the code with every panel open (CSS px). */
const WIDTHS = [
  [1440, 600],
  [1280, 600],
  [1024, 560],
] as const;

const codeWidth = async (page: Page) => (await page.locator('.monaco-editor').first().boundingBox())?.width ?? 0;

test(
  'leaves the code its width while question, notes and output are open',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await startWith(laptop, 'javascript', '\n\nnull.parcels');
    await expect(laptop.getByRole('button', { name: 'Copy link' })).toHaveText('Copy link');
    await join(phone, roomCode);
    await expect(laptop.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    await addQuestion(laptop, { ...PARCELS, title: 'Parcels' });
    await laptop.getByRole('button', { name: 'Questions' }).click();
    const list = laptop.getByRole('dialog', { name: 'Questions' });
    await list.getByRole('button', { name: /^Parcels/ }).click();
    await list.getByRole('button', { name: 'Show question' }).click();
    await expect(list.getByText('On screen')).toBeVisible();
    await laptop.keyboard.press('Escape');
    await expect(laptop.getByRole('region', { name: 'Question' })).toBeVisible();
    await laptop.getByRole('button', { name: 'Run', exact: true }).click();
    const outcome = laptop.getByRole('button', { name: /^Error in line 3/ });
    await expect(outcome).toBeVisible();
    await expect(log(laptop)).toContainText('TypeError');

    for (const [width, least] of WIDTHS) {
      await laptop.setViewportSize({ width, height: 720 });
      await expect.poll(() => codeWidth(laptop)).toBeGreaterThanOrEqual(least);
      await picture(laptop, `room-panels-${width}`);
      // Not cut to its first letters.
      expect(await outcome.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(1);
    }

    await laptop.getByRole('tab', { name: 'Notes' }).click();
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused();
    await laptop.keyboard.type('Asks about ties');
    await expect(laptop.getByRole('region', { name: 'Question' })).toBeHidden();
    await picture(laptop, 'room-panels-notes');
    expect(await violations(laptop)).toEqual([]);
    await laptop.getByRole('tab', { name: 'Question 1' }).click();
    await expect(laptop.getByRole('region', { name: 'Question' })).toBeVisible();
    await laptop.getByRole('button', { name: 'Close side panel' }).click();
    await expect(laptop.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
    await laptop.getByRole('button', { name: 'Show the question' }).click();
    await laptop.keyboard.press('F2');
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toHaveValue('Asks about ties');
  },
);

test(
  'has each control once on a tablet, and the invitation beside the question',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems, picture }) => {
    await openInterview(laptop);
    await addQuestion(laptop, { ...PARCELS, title: 'Parcels' });
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      storageState: await laptop.context().storageState(),
      ...devices.tablet,
    });
    watch(context, problems, baseURL);
    const tablet = await context.newPage();
    await tablet.goto(laptop.url());
    const card = tablet.getByRole('region', { name: 'Invitation' });
    await expect(card).toBeVisible();
    for (const name of ['Run', 'Editor settings', 'New file', 'Show output', 'Copy'])
      await expect(tablet.getByRole('button', { name, exact: true })).toHaveCount(1);
    await expect(tablet.getByLabel('Language')).toHaveCount(1);
    await expect(tablet.getByRole('banner').getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await tablet.getByRole('button', { name: 'Questions' }).tap();
    const list = tablet.getByRole('dialog', { name: 'Questions' });
    await list.getByRole('button', { name: /^Parcels/ }).tap();
    await list.getByRole('button', { name: 'Show question' }).tap();
    await expect(list.getByText('On screen')).toBeVisible();
    await list.getByRole('button', { name: 'Close' }).tap();
    const question = tablet.getByRole('region', { name: 'Question' });
    await expect(question).toBeVisible();
    await tablet.reload();
    await expect(question).toBeVisible();
    await expect(card).toBeVisible();
    await picture(tablet, 'room-tablet');
    const { x = 0, width = 0 } = (await card.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual((await question.boundingBox())?.x ?? 0);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(await violations(tablet)).toEqual([]);
  },
);

/** Gives the interview of an open room a call; returns its link in the bar. */
async function addCall(page: Page): Promise<Locator> {
  await page.route('**/api/interview-sessions/room/*', async (route) => {
    const reply = await route.fetch();
    const { session } = (await reply.json()) as { session: object };
    await route.fulfill({ response: reply, json: { session: { ...session, call_link: 'https://meet.example/abc' } } });
  });
  await page.reload();
  const call = page.getByRole('banner').getByRole('link', { name: 'Join the call at meet.example' });
  await expect(call).toBeVisible();
  return call;
}

/** Returns how many parts of a bar reach into the next one. */
const overlapsIn = (bar: Locator) =>
  bar.evaluate((element) => {
    const parts = [...element.querySelectorAll('h1, a, button, select, [role=status]')]
      .map((part) => part.getBoundingClientRect())
      .filter((box) => box.width > 1)
      .toSorted((one, other) => one.left - other.left);
    const contents = [...element.querySelectorAll('a > *, button > *')].map((part) => part.getBoundingClientRect());
    const rightOf = (box: DOMRect) =>
      Math.max(
        box.right,
        ...contents
          .filter(({ left, width: wide }) => wide > 1 && left >= box.left && left < box.right)
          .map(({ right }) => right),
      );
    return parts.slice(1).filter(({ left }, index) => rightOf(parts[index] ?? new DOMRect()) > left + 1).length;
  });

test('keeps the parts of the bar apart in every width, also with a call', { tag: '@long' }, async ({ laptop }) => {
  await openInterview(laptop);
  const bar = laptop.getByRole('banner');
  const call = await addCall(laptop);
  for (const width of [720, 820, 1024, 1100, 1180, 1280, 1440]) {
    await laptop.setViewportSize({ width, height: 820 });
    await expect(call).toHaveCount(width < 1100 ? 0 : 1);
    expect(await overlapsIn(bar)).toBe(0);
  }
});

test(
  'shows the whole name of the candidate beside the tests in every width',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems, picture }) => {
    const roomCode = await startWith(laptop, 'typescript', 'export const two = 2;\n');
    await addCall(laptop);
    await laptop.getByRole('button', { name: 'New file' }).click();
    await laptop.getByRole('dialog').getByLabel('Name').fill('two.test.ts');
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('tab', { name: 'two.test.ts' })).toHaveAttribute('aria-selected', 'true');
    await typeAtEnd(laptop, "test('two', () => {});\n");
    await expect(laptop.getByRole('button', { name: 'Run tests' })).toBeVisible();
    const other = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await join(other, roomCode);
    await expect(laptop.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
    const name = laptop.getByRole('heading', { level: 1 }).locator('bdi');
    const cut = () =>
      name.evaluate(({ parentElement: title }) => (title ? title.scrollWidth - title.clientWidth : Infinity));
    for (const width of [720, 744, 768, 820, 860, 1024, 1100, 1180, 1280, 1440]) {
      await laptop.setViewportSize({ width, height: 820 });
      await expect.poll(cut).toBeLessThanOrEqual(0);
      expect(await overlapsIn(laptop.getByRole('banner'))).toBe(0);
      await expect(laptop.getByText('Connected', { exact: true })).toBeInViewport();
    }
    await laptop.setViewportSize({ width: 720, height: 820 });
    await picture(laptop, 'room-720');
    expect(await violations(laptop)).toEqual([]);
  },
);

for (const editor of ['monaco', 'touch'] as const) {
  test(
    `puts the focus where one types, and tells how Tab leaves the editor (${editor})`,
    { tag: '@long' },
    async ({ laptop, browser, baseURL, problems }) => {
      const roomCode = await openInterview(laptop);
      await expect(laptop.getByRole('button', { name: 'Copy invite link' })).toBeFocused();
      const other = await newLaptop(browser, baseURL, { problems, editor });
      await join(other, roomCode);
      await expect(other.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
      await other.keyboard.type('let typed = 1;\n');
      await expectCode(laptop, 'let typed = 1;');
      // The invitation, which had the focus, is gone.
      await expect(laptop.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
      await other.keyboard.press('Tab');
      await expect(other.getByText('Tab indents · Ctrl+M, then Tab to leave')).toBeVisible();
      await other.keyboard.press('Control+m');
      await expect(other.getByText('Tab leaves the editor', { exact: true })).toBeVisible();
      await other.keyboard.press('Tab');
      await other.keyboard.press('?');
      await expect(other.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  );
}
