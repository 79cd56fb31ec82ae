import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { whenEngineKept, whenKept } from '../support/installed.ts';
import { openRelay } from '../support/relay.ts';
import type { Relay } from '../support/relay.ts';
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

test('types and runs on the device alone, with the server stopped, and after a reload', async ({ page, picture }) => {
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
});

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
  expect(calls).toEqual([]);
  await context.close();
});
