import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenKept } from '../support/installed.ts';
import { smallTargets, violations } from '../support/accessibility.ts';
import { join, log, runButton, startWith } from '../support/runs.ts';
import { expectCode, typeAtEnd } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|crumb/,
});

const COUNTER = `import { useState } from 'react';
import { createRoot } from 'react-dom/client';

function Counter({ start }: { start: number }) {
  const [count, setCount] = useState<number>(start);
  return <button onClick={() => setCount((now) => now + 1)}>Count: {count}</button>;
}

createRoot(document.getElementById('root')!).render(<Counter start={3} />);
console.log('rendered', { a: 1 });`;

const frame = (page: Page) => page.frameLocator('iframe[title="Preview"]');

test(
  'shows a React program beside the code of both sides, also offline',
  { tag: '@even' },
  async ({ laptop, phone }) => {
    const roomCode = await startWith(laptop, 'typescript', COUNTER);
    await join(phone, roomCode);
    await runButton(laptop).click();
    await frame(laptop).getByRole('button', { name: 'Count: 3' }).click();
    await expect(frame(laptop).getByRole('button', { name: 'Count: 4' })).toBeVisible();
    await expect(log(laptop)).toContainText('rendered { a: 1 }');
    await expect(laptop.getByText(/^Finished in/).first()).toBeVisible();
    await expect(laptop.getByText('with react 19')).toBeVisible();

    await phone.getByRole('tab', { name: 'Output' }).click();
    await expect(log(phone)).toContainText('rendered { a: 1 }');
    await phone.getByRole('tab', { name: 'Preview' }).click();
    await expect(frame(phone).getByRole('button', { name: 'Count: 3' })).toBeVisible();

    await whenKept(laptop);
    await goOffline(laptop.context());
    await laptop.getByRole('button', { name: 'Refresh' }).click();
    await expect(frame(laptop).getByRole('button', { name: 'Count: 3' })).toBeVisible();
  },
);

const PAGE = `<h1>Tea</h1>
<button onclick="console.log('poured')">Pour</button>
<script>
  console.log('open', location.protocol !== '');
</script>`;

test(
  'shows a page, by Run and Refresh only, and its errors to both sides',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await startWith(laptop, 'html', PAGE);
    await join(phone, roomCode);

    await test.step('a page of one file runs, and its console is for both', async () => {
      await runButton(laptop).click();
      await expect(frame(laptop).getByRole('heading', { name: 'Tea' })).toBeVisible();
      await expect(log(laptop)).toContainText('open true');
      await expect(laptop.getByText(/^Finished in/).first()).toBeVisible();
      await phone.getByRole('tab', { name: 'Output' }).click();
      await expect(log(phone)).toContainText('open true');
      expect(await violations(laptop)).toEqual([]);
    });

    await test.step('clicks are of one device alone', async () => {
      await frame(laptop).getByRole('button', { name: 'Pour' }).click();
      await expect(laptop.getByRole('log', { name: 'Console' })).toHaveText('poured');
      await expect(log(laptop)).not.toContainText('poured');
    });

    await test.step('the key for Run and the way back work inside', async () => {
      await laptop.keyboard.press('Control+Enter');
      await expect(laptop.getByRole('log', { name: 'Console' })).toHaveCount(0);
      await expect(laptop.getByText(/^Finished in/).first()).toBeVisible();
      await frame(laptop).getByRole('button', { name: 'Pour' }).focus();
      await laptop.getByRole('button', { name: 'Back to the code' }).click();
      await expect(laptop.locator('.monaco-editor :focus')).toHaveCount(1);
      await laptop.keyboard.type('x');
      await expectCode(laptop, 'x');
      await laptop.keyboard.press('Backspace');
    });

    await test.step('typing changes nothing until Refresh', async () => {
      await typeAtEnd(laptop, '\n<h2>Cake</h2>\n<script>null.crumb</script>\n');
      await expect(frame(laptop).getByRole('heading', { name: 'Cake' })).toHaveCount(0);
      await laptop.getByRole('button', { name: 'Refresh' }).click();
      await expect(frame(laptop).getByRole('heading', { name: 'Cake' })).toBeVisible();
      await expect(laptop.getByRole('log', { name: 'Console' })).toContainText('main.html:7');
    });

    await test.step('an error has its line, for both', async () => {
      await runButton(laptop).click();
      await expect(laptop.getByText('Error in line 7: TypeError').first()).toBeVisible();
      await expect(phone.getByText('Error in line 7: TypeError').first()).toBeVisible();
    });

    await test.step('on a phone it is a tab, with targets for fingers', async () => {
      await phone.getByRole('tab', { name: 'Preview' }).click();
      await expect(frame(phone).getByRole('heading', { name: 'Cake' })).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await phone.getByRole('button', { name: 'Back to the code' }).click();
      await expectCode(phone, 'Cake');
    });

    await test.step('hidden, it runs no more', async () => {
      await laptop.getByRole('button', { name: 'Hide preview' }).click();
      await expect(laptop.locator('iframe[title="Preview"]')).toHaveCount(0);
      await laptop.getByRole('button', { name: 'Show preview' }).click();
      await expect(laptop.getByText('Press Run or Refresh to see the page here.')).toBeVisible();
    });
  },
);
