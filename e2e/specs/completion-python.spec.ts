import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { completion, completions, describeCompletion, describeWord, editorOf } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { complete, createFile, RUNTIME_MS, startWith, write } from '../support/runs.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const SHOP = `class Cart:
    """A cart of things."""

    def total(self, tax: float = 0) -> int:
        """The sum in cents."""
        return 3
`;
const MAIN = 'from shop import Cart\n\ncart = Cart()\n';

/** Opens a room with two Python files, of which the editor shows the first one. */
async function openProject(page: Page): Promise<void> {
  await startWith(page, 'python', MAIN);
  await createFile(page, 'shop.py');
  await write(page, SHOP);
  await show(page, 'main.py');
}

const show = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** Types at the end of the shown file. */
async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Notes what a page loads for Python. */
function watchFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => /\/ed\/python\//.test(request.url()) && files.push(request.url()));
  return files;
}

test(
  'completes the members of an own module, with signatures and descriptions, only with the full rule',
  { tag: '@long' },
  async ({ laptop, picture }) => {
    const files = watchFiles(laptop);
    await openProject(laptop);

    await test.step('loads nothing with words', async () => {
      await complete(laptop, 'Words');
      await write(laptop, MAIN);
      await typeAtEnd(laptop, 'lamb');
      await expect(completion(laptop, 'lambda')).toBeVisible();
      await laptop.keyboard.press('Escape');
      expect(files).toEqual([]);
    });

    await test.step('completes a member', async () => {
      await complete(laptop, 'Full');
      await write(laptop, MAIN);
      await typeAtEnd(laptop, 'cart.');
      await expect(completion(laptop, 'total')).toBeVisible({ timeout: RUNTIME_MS });
      await laptop.keyboard.type('to');
      await describeCompletion(laptop, 'total', 'The sum in cents.');
      await picture(laptop, '1 member');
      expect(await violations(laptop)).toEqual([]);
      await laptop.keyboard.press('Tab');
    });

    await test.step('shows the signature', async () => {
      await laptop.keyboard.type('(');
      await expect(laptop.locator('.parameter-hints-widget.visible')).toContainText('tax: float = 0');
      await picture(laptop, '2 signature');
      await laptop.keyboard.press('Escape');
    });

    await test.step('describes a name', async () => {
      await describeWord(laptop, laptop.getByText('Cart', { exact: true }).first(), 'A cart of things.');
      await picture(laptop, '3 hover');
      await laptop.mouse.move(700, 600);
    });

    await test.step('learns of changed and new files', async () => {
      await show(laptop, 'shop.py');
      await write(laptop, SHOP.replace('total', 'price'));
      await createFile(laptop, 'parts/wheel.py');
      await write(laptop, 'SPOKES = 36\n');
      // Its worker waits while a file of another language is shown.
      await createFile(laptop, 'README.md');
      await show(laptop, 'main.py');
      await write(laptop, `${MAIN}from parts import wheel\n`);
      await typeAtEnd(laptop, 'cart.');
      await expect(completion(laptop, 'price')).toBeVisible({ timeout: RUNTIME_MS });
      await laptop.keyboard.press('Escape');
      await typeAtEnd(laptop, '\nwheel.');
      await expect(completion(laptop, 'SPOKES')).toBeVisible();
      await laptop.keyboard.press('Escape');
    });

    await test.step('has words again without the full rule, and nothing with none', async () => {
      await complete(laptop, 'Words');
      await write(laptop, MAIN);
      await typeAtEnd(laptop, 'cart.to');
      await laptop.keyboard.press('Control+Space');
      await expect(completion(laptop, 'total')).toHaveCount(0);
      await laptop.keyboard.press('Escape');
      await complete(laptop, 'Off');
      await typeAtEnd(laptop, '\nca');
      await laptop.keyboard.press('Control+Space');
      await expect(completions(laptop).getByText('No suggestions')).toBeVisible();
      // The glue and the worker, each once.
      expect(files.map((url) => new URL(url).pathname.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
        '/assets/ed/python/complete-python',
        '/assets/ed/python/pyright.worker',
      ]);
    });
  },
);

test.describe('without its worker', () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test('completes words, and says nothing', { tag: '@long' }, async ({ laptop }) => {
    await laptop.route(/pyright\.worker/, (route) => route.abort());
    await openProject(laptop);
    const failed = laptop.waitForEvent('requestfailed', (request) => request.url().includes('pyright.worker'));
    await complete(laptop, 'Full');
    await failed;
    await typeAtEnd(laptop, 'lamb');
    await expect(completion(laptop, 'lambda')).toBeVisible();
    await laptop.keyboard.press('Escape');
    await typeAtEnd(laptop, '\nca');
    await expect(completion(laptop, 'cart')).toBeVisible();
    await expect(laptop.locator('[role=alert]:not(.monaco-alert)')).toHaveCount(0);
  });
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

  test('completes as before, once it has done so', { tag: '@long' }, async ({ page, context }) => {
    await openProject(page);
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await complete(page, 'Full');
    await typeAtEnd(page, 'cart.');
    await expect(completion(page, 'total')).toBeVisible({ timeout: RUNTIME_MS });
    await page.keyboard.press('Escape');

    await goOffline(context);
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Keep typing on this device' }).click();
    await write(page, MAIN);
    await typeAtEnd(page, 'cart.');
    await expect(completion(page, 'total')).toBeVisible({ timeout: RUNTIME_MS });
  });
});
