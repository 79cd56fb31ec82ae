import { expectAsNode } from '../support/expected-programs.ts';
import { test } from '../support/fixtures.ts';
import { openSandbox } from '../support/sandbox.ts';

test('runs programs as Node.js does', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/privacy');
  await openSandbox(page);
  await expectAsNode(page);
});
