import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { PARCELS } from '../support/question.ts';
import { join, runButton, RUNTIME_MS } from '../support/runs.ts';
import {
  addQuestion,
  expectCode,
  newCompany,
  registerOnFreePlan,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

const STARTER = { language: 'python', code: 'from shop.cart import total\n\nprint(total([3, 4]))\n' };
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test(
  'imports the files of a project, and inserts them in a room without the hidden ones',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    await registerOnFreePlan(laptop, newCompany());
    const id = await addQuestion(laptop, { ...PARCELS, title: 'Cart', starters: [STARTER], tests: [] });
    await laptop.goto(`/questions/${id}`);
    await laptop.getByRole('button', { name: 'Add files' }).click();
    const files = laptop.getByRole('group', { name: 'Files in Python' });
    await files
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        file('prices.csv', 'tea,3\n'),
        file('cart.py', 'def total(prices):\n    return 0\n'),
        file('test_cart.py', 'assert False, "never shown"\n'),
      ]);
    await expect(files.getByText('3 files imported.')).toBeVisible();
    await files.getByRole('button', { name: 'cart.py', exact: false }).first().click();
    await files.getByLabel('Name').fill('shop/cart.py');
    await files.getByRole('button', { name: /^test_cart/ }).click();
    await files.getByLabel('Hidden from candidates').check();
    expect(await violations(laptop)).toEqual([]);
    await laptop.getByRole('button', { name: 'Save' }).click();
    await expect(laptop.getByText('Question saved')).toBeVisible();
    await laptop.reload();
    await expect(files.getByRole('button', { name: 'test_cart.py Hidden' })).toBeVisible();

    await showCart(laptop, phone);
    await laptop.getByRole('button', { name: 'Switch to Python' }).click();
    await phone.getByRole('tab', { name: 'Question' }).click();
    await expect(phone.getByText('In Python, with 2 more files.')).toBeVisible();
    await phone.getByRole('button', { name: 'Insert starter' }).click();

    const tabs = laptop.getByRole('tablist', { name: 'Files' }).getByRole('tab');
    await expect(tabs).toHaveText(['main.py', 'prices.csv', 'shop/cart.py']);
    await expectCode(phone, 'print(total([3, 4]))');
    await laptop.getByRole('tab', { name: 'shop/cart.py' }).click();
    await expectCode(laptop, 'def total(prices):');
    await phone.getByRole('tab', { name: 'Question' }).click();
    await phone.getByRole('button', { name: 'Insert starter' }).click();
    await expect(phone.getByRole('list', { name: 'Files' }).getByRole('button')).toHaveCount(3);
    await expect(tabs).toHaveCount(3);
  },
);

const CART = 'exports.total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n';
const HIDDEN_TEST =
  "const { total } = require('./cart');\ntest('CANARY none', () => expect(total([])).toBe(0));\ntest('CANARY tax', () => expect(total([3])).toBe(4));\n";

test(
  'runs hidden test files on the interviewer’s side only, and shares at most how many tests pass',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const received: string[] = [];
    phone.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await registerOnFreePlan(laptop, newCompany());
    const files = [
      { name: 'cart.js', code: CART },
      { name: 'cart.test.js', code: "test('adds', () => expect(require('./cart').total([3, 4])).toBe(7));\n" },
      { name: 'CANARY.test.js', code: HIDDEN_TEST, is_hidden: true },
    ];
    const starters = [{ language: 'javascript', code: "const { total } = require('./cart');\n", files }];
    const id = await addQuestion(laptop, { ...PARCELS, title: 'Cart', starters, tests: [] });
    await laptop.goto(`/questions/${id}`);
    await laptop.getByRole('button', { name: 'Run all' }).click();
    await expect(laptop.getByText('2 of 3 tests pass')).toBeVisible({ timeout: RUNTIME_MS });
    await expect(laptop.getByRole('tree', { name: 'Test files' })).toContainText('CANARY tax failed');
    expect(await violations(laptop)).toEqual([]);
    await showCart(laptop, phone);
    await laptop.getByRole('button', { name: 'Switch to JavaScript' }).click();
    await laptop.getByRole('button', { name: 'Insert starter' }).click();
    await expectCode(laptop, "require('./cart')");
    const tests = laptop.getByRole('region', { name: 'Tests' });
    const hidden = tests.getByLabel('Hidden test files');
    await expect(hidden).toHaveText('CANARY.test.js');
    await tests.getByRole('button', { name: 'Run the question’s tests' }).click();
    await expect(tests.getByRole('status')).toContainText('1 of 2 hidden tests pass', { timeout: RUNTIME_MS });
    await expect(hidden).toContainText('CANARY tax failed');
    await expect(hidden).toContainText('expected 3 to be 4');
    expect(await violations(laptop)).toEqual([]);

    // The room's run has the room's files only; the hidden ones follow on this device.
    await laptop.getByRole('tab', { name: 'cart.js', exact: true }).click();
    await typeAtEnd(
      laptop,
      '\nconst plain = exports.total;\nexports.total = (prices) => plain(prices) + prices.length;\n',
    );
    await expect(tests.getByRole('status')).toContainText('of an earlier version');
    await laptop.locator('[data-run-tests]').getByRole('button').click();
    await expect(laptop.getByRole('tree', { name: 'Tests' })).toContainText('adds failed');
    await expect(tests.getByRole('status')).toContainText('2 of 2 hidden tests pass');
    await phone.getByRole('tab', { name: 'Output' }).click();
    await expect(phone.getByRole('tree', { name: 'Tests' })).toContainText('adds failed');
    await phone.getByRole('tab', { name: 'Question' }).click();
    await expect(phone.getByRole('region', { name: 'Tests' })).toHaveCount(0);
    await laptop.getByLabel('Candidates see how many hidden tests pass').check();
    await expect(phone.getByText(/^2 of 2 hidden tests pass · run by /)).toBeVisible();
    expect(received.join('')).toContain('cart.test.js');
    expect(received.join('')).not.toContain('CANARY');
  },
);

const COUNTER = `import { useState } from 'react';

export function Counter({ step = 1 }: { step?: number }) {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + step)}>Count: {count}</button>;
}
`;
const HIDDEN_PAGE_TEST = `import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Counter } from './Counter';

console.log('CANARY printed');

test('CANARY starts with nothing', () => {
  render(<Counter />);
  expect(screen.getByRole('button').textContent).toBe('Count: 0');
});

test('CANARY counts by ten', async () => {
  render(<Counter step={5} />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('Count: 10');
});
`;

test(
  'runs hidden test files that draw with React in a page on the interviewer’s side only',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const received: string[] = [];
    phone.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await registerOnFreePlan(laptop, newCompany());
    const main =
      "import { createRoot } from 'react-dom/client';\nimport { Counter } from './Counter';\n\ncreateRoot(document.getElementById('root')!).render(<Counter />);\n";
    const files = [
      { name: 'Counter.tsx', code: COUNTER },
      { name: 'CANARY.test.tsx', code: HIDDEN_PAGE_TEST, is_hidden: true },
    ];
    const starters = [{ language: 'typescript', code: main, files }];
    const id = await addQuestion(laptop, { ...PARCELS, title: 'Cart', starters, tests: [] });
    await laptop.goto(`/questions/${id}`);
    await laptop.getByRole('button', { name: 'Run all' }).click();
    await expect(laptop.getByText('1 of 2 tests pass')).toBeVisible({ timeout: RUNTIME_MS });
    await expect(laptop.getByRole('tree', { name: 'Test files' })).toContainText('CANARY counts by ten failed');
    await expect(laptop.locator('iframe')).toHaveCount(0);

    await showCart(laptop, phone);
    await laptop.getByRole('button', { name: 'Switch to TypeScript' }).click();
    await laptop.getByRole('button', { name: 'Insert starter' }).click();
    await expectCode(laptop, 'createRoot');
    const frame = laptop.frameLocator('iframe[title="Preview"]');
    await runButton(laptop).click();
    await frame.getByRole('button', { name: 'Count: 0' }).click({ timeout: RUNTIME_MS });
    const tests = laptop.getByRole('region', { name: 'Tests' });
    await laptop.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
    await tests.getByRole('button', { name: 'Run tests' }).click();
    await expect(tests.getByRole('status')).toContainText('1 of 2 hidden tests pass', { timeout: RUNTIME_MS });
    await expect(tests.getByLabel('Hidden test files')).toContainText("expected 'Count: 5' to be 'Count: 10'");
    // The page of the program is as the interviewer left it.
    await expect(frame.getByRole('button', { name: 'Count: 1' })).toBeVisible();
    await expect(laptop.locator('iframe[title="Page of the tests"]')).toHaveCount(0);
    expect(await violations(laptop)).toEqual([]);
    await laptop.getByLabel('Candidates see how many hidden tests pass').check();
    await phone.getByRole('tab', { name: 'Question' }).click();
    await expect(phone.getByText(/^1 of 2 hidden tests pass · run by /)).toBeVisible();
    expect(received.join('')).toContain('Counter.tsx');
    expect(received.join('')).not.toContain('CANARY');
  },
);

/** Starts an interview with both people, and shows the question. */
async function showCart(laptop: Page, phone: Page): Promise<void> {
  await laptop.getByRole('link', { name: 'Dashboard' }).click();
  await join(phone, await startInterview(laptop));
  await laptop.getByRole('button', { name: 'Questions' }).click();
  const panel = laptop.getByRole('dialog', { name: 'Questions' });
  await panel.getByRole('button', { name: /^Cart/ }).click();
  await panel.getByRole('button', { name: 'Show question' }).click();
  await laptop.keyboard.press('Escape');
}
