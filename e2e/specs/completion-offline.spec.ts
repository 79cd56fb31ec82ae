import type { Page } from '@playwright/test';
import { completion } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { complete, startWith, write } from '../support/runs.ts';

test.use({
  serviceWorkers: 'allow',
  permissions: ['clipboard-read', 'clipboard-write'],
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

/** Programs that end in a part of a member, with the member that only the types of the package know. */
const PACKAGES = [
  ["import _ from 'lodash';\n_.groupB", 'groupBy'],
  ["import * as React from 'react';\nReact.useMem", 'useMemo'],
] as const;

/** Expects that the editor offers the member of each package. */
async function expectTypes(page: Page): Promise<void> {
  for (const [code, member] of PACKAGES)
    await test.step(member, async () => {
      await write(page, code);
      await page.keyboard.press('Control+Space');
      // The first one loads the compiler and the types of all packages.
      await expect(completion(page, member).first()).toBeVisible({ timeout: 30_000 });
      await page.keyboard.press('Escape');
    });
}

test(
  'completes by the types of packages without a network, once it has done so',
  { tag: '@long' },
  async ({ page, context }) => {
    await startWith(page, 'typescript', '');
    await complete(page, 'Full');
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await expectTypes(page);

    await goOffline(context);
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Keep typing on this device' }).click();
    await expectTypes(page);
  },
);
