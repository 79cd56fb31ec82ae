import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { whenEngineKept, whenKept } from '../support/installed.ts';
import { openRelay } from '../support/relay.ts';
import type { Relay } from '../support/relay.ts';
import { createFile } from '../support/runs.ts';
import { expectCode, typeAtEnd } from '../support/steps.ts';

/** The server as this page reaches it; if it is closed, the server was stopped. */
let server: Relay;
test.beforeEach(async ({ baseURL }) => {
  server = await openRelay(baseURL ?? '');
});
test.afterEach(() => server.close());

// The server is stopped.
test.use({ serviceWorkers: 'allow', expectedProblems: /./ });

/** Records each request to the API and each socket of a page. */
function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('websocket', (socket) => calls.push(socket.url()));
  page.on('request', (request) => {
    if (/\/(api|socket\.io)\b/.test(new URL(request.url()).pathname)) calls.push(request.url());
  });
  return calls;
}

const output = (page: Page) => page.getByRole('log', { name: 'Output' });
const editor = (page: Page) => page.locator('.monaco-editor .view-lines, .cm-content').first();

/** Replaces the text by keyboard. */
async function write(page: Page, code: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(code);
}

/** Presses Stop until it stops, because a press soon after Run counts as the second half of a double click. */
async function stop(page: Page): Promise<void> {
  const stopped = page.getByText(/^Stopped after [\d.]+ s$/).first();
  await expect(async () => {
    if (!(await stopped.isVisible())) await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(stopped).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

async function runs(page: Page, printed: string): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect(output(page)).toContainText(printed, { timeout: 30_000 });
}

test(
  'types and runs on the device alone, with the server stopped, and after a reload',
  { tag: '@long' },
  async ({ page, picture }) => {
    const calls = recordCalls(page);
    await page.goto(`${server.origin}/try`);
    await expectCode(page, "console.log('Hello');");
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await page.getByLabel('Language').selectOption('python');
    await write(page, 'print(6 * 7)\n');
    await runs(page, '42');
    await server.close();

    await test.step('Python, which ran before, with input', async () => {
      await page.getByRole('tab', { name: 'Input' }).click();
      await page.getByRole('textbox', { name: 'Input' }).fill('Ada');
      await write(page, "print('Hello', input())\n");
      await runs(page, 'Hello Ada');
      await expect(page.getByText(/Everyone here|Ran offline/)).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      await picture(page, '1 laptop');
    });

    await test.step('the text stays through a reload, and JavaScript runs that never ran', async () => {
      await page.reload();
      await expectCode(page, 'input()');
      await page.getByLabel('Language').selectOption('javascript');
      await write(page, 'let n = 0; for (const i of [1, 2, 3]) n += i; console.log("sum", n);');
      await runs(page, 'sum 6');
      await write(page, 'for (;;) {}');
      await page.keyboard.press('Control+Enter');
      await stop(page);
    });

    await test.step('Clear removes the text from the device', async () => {
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
      expect(await page.evaluate(() => localStorage.getItem('try'))).toBeNull();
      await page.reload();
      await expectCode(page, "console.log('Hello');");
    });
    expect(calls).toEqual([]);
  },
);

/** Chooses an action on the shown file. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

const PAGE = `<h1>Tea</h1>
<link rel="stylesheet" href="style.css">`;

test(
  'has files, tests and a preview on the device alone, with the server stopped, and after a reload',
  { tag: '@long' },
  async ({ page, picture }) => {
    test.slow();
    const calls = recordCalls(page);
    const tabs = page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const frame = page.frameLocator('iframe[title="Preview"]');
    await page.goto(`${server.origin}/try`);
    await expectCode(page, "console.log('Hello');");
    await whenKept(page);
    await whenEngineKept(page, 'monaco');

    await test.step('a program of two files runs, and its tests', async () => {
      await expect(tabs).toHaveCount(0);
      await createFile(page, 'util.js');
      await write(page, 'exports.price = 6;');
      await tab('main.js').click();
      await expectCode(page, "console.log('Hello');");
      await write(page, "console.log('sum', require('./util').price * 7);");
      await runs(page, 'sum 42');
      await createFile(page, 'util.test.js');
      await write(page, "test('costs 6', () => expect(require('./util').price).toBe(6));");
      await page.getByRole('button', { name: 'Run tests' }).click();
      await expect(page.getByRole('tree', { name: 'Tests' })).toContainText('costs 6', { timeout: 30_000 });
      await expect(page.getByText('1 passed', { exact: true })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await picture(page, '4 files');
    });

    await server.close();
    await test.step('all of it is there after a reload', async () => {
      await page.reload();
      await expect(tabs).toHaveText(['main.js', 'util.js', 'util.test.js']);
      // Until it has the focus, the page hears no key.
      await expect(page.getByRole('textbox', { name: 'Code editor' })).toBeFocused();
      await runs(page, 'sum 42');
      await page.keyboard.press('Control+Shift+Enter');
      await expect(page.getByText('1 passed', { exact: true })).toBeVisible();
    });

    await test.step('a deleted file is restored with its text', async () => {
      await tab('util.js').click();
      await act(page, 'Delete');
      await expect(page.getByText('You deleted util.js.')).toBeVisible();
      await page.reload();
      await act(page, 'Restore util.js');
      await expect(tab('util.js')).toHaveAttribute('aria-selected', 'true');
      await expectCode(page, 'exports.price = 6;');
    });

    await test.step('a page has a preview beside the code', async () => {
      await tab('main.js').click();
      await expectCode(page, 'sum');
      await page.getByLabel('Language').selectOption('html');
      await expect(tab('main.html')).toBeVisible();
      await write(page, PAGE);
      await createFile(page, 'style.css');
      await write(page, 'h1 { color: rgb(1, 2, 3) }');
      await page.keyboard.press('Control+Enter');
      await expect(frame.getByRole('heading', { name: 'Tea' })).toHaveCSS('color', 'rgb(1, 2, 3)');
      expect(await violations(page)).toEqual([]);
      await picture(page, '5 preview');
      await page.getByRole('button', { name: 'Close preview' }).click();
      await page.getByRole('button', { name: 'Show preview' }).click();
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(frame.getByRole('heading', { name: 'Tea' })).toBeVisible();
    });

    await test.step('Clear removes all files', async () => {
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
      await expect(tabs).toHaveCount(0);
      await expect(page.locator('iframe[title="Preview"]')).toHaveCount(0);
      await page.reload();
      await expectCode(page, "console.log('Hello');");
      await expect(tabs).toHaveCount(0);
    });
    expect(calls).toEqual([]);
  },
);

test('fits a phone, with tabs and keys', { tag: '@long' }, async ({ browser, picture }) => {
  const context = await browser.newContext({ ...devices.phone, baseURL: server.origin });
  const phone = await context.newPage();
  const calls = recordCalls(phone);
  await phone.goto('/try');
  await expectCode(phone, "console.log('Hello');");
  await typeAtEnd(phone, "console.log('phone');");
  await phone.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(output(phone)).toContainText('phone', { timeout: 30_000 });
  expect(await violations(phone)).toEqual([]);
  expect(await smallTargets(phone)).toEqual([]);
  await picture(phone, '2 output');
  await phone.getByRole('tab', { name: 'Code' }).click();
  await expectCode(phone, "console.log('phone');");
  expect(await violations(phone)).toEqual([]);
  expect(await smallTargets(phone)).toEqual([]);
  await picture(phone, '3 code');

  await test.step('lists several files, and shows a preview in place of the code', async () => {
    await phone.getByRole('button', { name: 'New file' }).tap();
    await phone.getByLabel('Name').fill('index.html');
    await phone.getByRole('button', { name: 'Create' }).tap();
    const files = phone.getByRole('list', { name: 'Files' }).getByRole('button');
    await expect(files).toHaveText(['main.js', 'index.html']);
    await typeAtEnd(phone, '<h1>Tea</h1>');
    await phone.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(phone.frameLocator('iframe[title="Preview"]').getByRole('heading', { name: 'Tea' })).toBeVisible();
    expect(await violations(phone)).toEqual([]);
    expect(await smallTargets(phone)).toEqual([]);
    await picture(phone, '6 preview on a phone');
    await phone.getByRole('tab', { name: 'Code' }).click();
    await expect(files.last()).toHaveAttribute('aria-current', 'true');
    expect(await violations(phone)).toEqual([]);
    expect(await smallTargets(phone)).toEqual([]);
    await picture(phone, '7 files on a phone');
  });
  expect(calls).toEqual([]);
  await context.close();
});
