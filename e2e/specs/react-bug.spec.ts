import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenKept } from '../support/installed.ts';
import { choose, createFile, join, runButton, RUNTIME_MS, write } from '../support/runs.ts';
import {
  endInterview,
  expectCode,
  newCompany,
  openInterview,
  readInterview,
  shownCode,
  typeAtEnd,
} from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket/,
});

const MAIN = `import { createRoot } from 'react-dom/client';
import { Counter } from './Counter';

createRoot(document.getElementById('root')!).render(<Counter />);
`;
const COUNTER = `import { useState } from 'react';
import { step } from './step';

export function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + step)}>Count: {count}</button>;
}
`;
const TEST = `import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Counter } from './Counter';

test('counts each press', async () => {
  render(<Counter />);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('button').textContent).toBe('Count: 1');
});
`;

/** How long the candidate has no network (ms), and the lines that both write meanwhile. */
const OFFLINE_MS = 30_000;
const ROUNDS = [1, 2, 3, 4, 5];
/** What typing a line on both devices takes at least (ms). */
const TYPED_IN_MS = 1_000;

const frame = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const tree = (page: Page) => page.getByRole('tree', { name: 'Tests' });
const testsButton = (page: Page) => page.getByRole('button', { name: 'Run tests' });
const timeline = (page: Page) => page.getByRole('slider', { name: 'Timeline' });

async function addFile(page: Page, name: string, code: string): Promise<void> {
  await createFile(page, name);
  await write(page, code);
}

/** Writes lines above the code of a laptop. */
async function typeAtStart(page: Page, text: string): Promise<void> {
  await page.locator('.monaco-editor .view-lines').click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(text);
}

test(
  'two people fix a React bug together, offline for a while, and its playback has the page of each moment',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop, newCompany(), 'paid');
    await choose(laptop, 'typescript');
    await join(phone, roomCode);
    await write(laptop, MAIN);
    await addFile(laptop, 'step.ts', 'export const step = 0');
    await addFile(laptop, 'Counter.tsx', COUNTER);
    await addFile(laptop, 'Counter.test.tsx', TEST);

    await test.step('the page has the bug, and its test fails for both', async () => {
      await runButton(laptop).click();
      await frame(laptop).getByRole('button', { name: 'Count: 0' }).click();
      await expect(frame(laptop).getByRole('button', { name: 'Count: 0' })).toBeVisible();
      await expect(laptop.getByText(/^Finished in/).first()).toBeVisible();
      await testsButton(phone).tap();
      for (const page of [laptop, phone])
        await expect(tree(page)).toContainText("expected 'Count: 0' to be 'Count: 1'", { timeout: RUNTIME_MS });
      // The page stays while the tests run.
      await expect(frame(laptop).getByRole('button', { name: 'Count: 0' })).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      await picture(laptop, 'failed');
      await phone.getByRole('button', { name: /^with \d packages$/ }).tap();
      await expect(phone.getByText(/^with react .*, @vitest\/expect/)).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, 'failed-phone-packages');
      await phone.getByRole('button', { name: /^with \d packages$/ }).tap();
      await picture(phone, 'failed-phone');
      await phone.emulateMedia({ colorScheme: 'dark' });
      await picture(phone, 'failed-phone-dark');
      await phone.emulateMedia({ colorScheme: 'light' });
    });

    await test.step('the candidate mends it in half a minute offline, to green tests', async () => {
      await whenKept(phone);
      await phone.getByRole('tab', { name: 'Code' }).tap();
      await phone.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'step.ts' }).tap();
      await laptop.getByRole('tab', { name: 'step.ts' }).click();
      for (const page of [laptop, phone]) await expectCode(page, 'export const step = 0');
      const offlineSince = Date.now();
      await goOffline(phone.context());
      await phone.getByRole('button', { name: 'Keep typing on this device' }).tap();
      await typeAtEnd(phone, ' + 1\n');
      for (const nth of ROUNDS) {
        await typeAtEnd(phone, `// offline ${nth}\n`);
        await typeAtStart(laptop, `// online ${nth}\n`);
        await phone.waitForTimeout(OFFLINE_MS / ROUNDS.length - TYPED_IN_MS);
      }
      await testsButton(phone).tap();
      await expect(phone.getByText('1 passed', { exact: true })).toBeVisible();
      await expect(laptop.getByText('1 passed', { exact: true })).toHaveCount(0);
      await phone.getByRole('tab', { name: 'Code' }).tap();
      await phone.waitForTimeout(Math.max(0, OFFLINE_MS - (Date.now() - offlineSince)));
      await expectCode(phone, '// offline 5');
      expect(await shownCode(phone)).not.toContain('online');
      expect(await shownCode(laptop)).not.toContain('offline');
      await phone.context().setOffline(false);
      const merged = [
        ...ROUNDS.toReversed().map((nth) => `// online ${nth}`),
        'export const step = 0 + 1',
        ...ROUNDS.map((nth) => `// offline ${nth}`),
      ];
      // CodeMirror has the marks of cursors in its lines, and Monaco draws its lines in any order.
      const linesOf = async (page: Page) =>
        (await shownCode(page))
          .replaceAll('\u2060', '')
          .split('\n')
          .filter((line) => /^(?:\/\/|export)/.test(line));
      await expect.poll(() => linesOf(phone), { timeout: RUNTIME_MS }).toEqual(merged);
      await expect.poll(async () => (await linesOf(laptop)).toSorted()).toEqual(merged.toSorted());
      await expect(laptop.getByText('1 passed', { exact: true })).toBeVisible({ timeout: RUNTIME_MS });
    });

    await test.step('both see the page without the bug', async () => {
      await runButton(laptop).click();
      await frame(laptop).getByRole('button', { name: 'Count: 0' }).click();
      await expect(frame(laptop).getByRole('button', { name: 'Count: 1' })).toBeVisible();
      await phone.getByRole('tab', { name: 'Preview' }).tap();
      await frame(phone).getByRole('button', { name: 'Count: 0' }).tap();
      await expect(frame(phone).getByRole('button', { name: 'Count: 1' })).toBeVisible();
      await expect(laptop.getByText(/^Finished in/).first()).toBeVisible();
    });

    const { id } = await readInterview(laptop, roomCode);
    await endInterview(laptop);
    await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused();

    /** Counts once on the page of a moment. */
    const press = async (page: Page, shown: string) => {
      await frame(page).getByRole('button', { name: 'Count: 0' }).click();
      await expect(frame(page).getByRole('button', { name: shown })).toBeVisible();
    };

    await test.step('the playback has the page before and after the fix', async () => {
      await laptop.goto(`/sessions/${id}/playback`);
      await laptop
        .getByRole('link', { name: /Ran TypeScript/ })
        .first()
        .click();
      await laptop.getByRole('button', { name: 'Show preview' }).click();
      await press(laptop, 'Count: 0');
      await timeline(laptop).press('End');
      await expect(frame(laptop).getByRole('button', { name: 'Count: 0' })).toBeVisible();
      await laptop.getByRole('button', { name: 'Refresh' }).click();
      await press(laptop, 'Count: 1');
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, 'playback');
      await laptop.emulateMedia({ colorScheme: 'dark' });
      await picture(laptop, 'playback-dark');
      await laptop.emulateMedia({ colorScheme: 'light' });
      await laptop.getByRole('button', { name: 'Hide preview' }).click();
      await expect(laptop.locator('iframe')).toHaveCount(0);
    });

    await test.step('so has a review link, on a phone in place of the code', async () => {
      await laptop.getByRole('button', { name: 'Share' }).click();
      await laptop.getByRole('button', { name: 'Create link' }).click();
      await phone.goto(await laptop.getByLabel('Your link').inputValue());
      await timeline(phone).press('End');
      await phone.getByRole('button', { name: 'Show preview' }).tap();
      await press(phone, 'Count: 1');
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, 'review');
      await phone.setViewportSize({ width: 320, height: 640 });
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await picture(phone, 'review-narrow');
      await phone.getByRole('button', { name: 'Back to the code' }).tap();
      await expect(phone.getByLabel('Code of this moment')).toBeVisible();
    });
  },
);
