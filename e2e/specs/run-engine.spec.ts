import { newLaptop } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import { startEngine } from '../support/run-engine.ts';
import type { EngineStandIn } from '../support/run-engine.ts';
import { log, runButton, startWith, stopButton, write } from '../support/runs.ts';

/** A program that the engine does not complete, and the words about it. */
const FAILURES = [
  ['status 500', 'The connection to the server that runs this language was lost. Try again.'],
  ['invalid JSON', 'The server that runs this language sent an unreadable answer. Try again later.'],
  ['closes midway', 'The connection to the server that runs this language was lost. Try again.'],
] as const;

let engine: EngineStandIn;
let server: OwnServer;
test.beforeEach(async () => {
  engine = await startEngine();
  server = await startOwnServer({ RUN_ENGINE_URL: engine.url });
  await expect.poll(() => engine.received.map(({ path }) => path)).toContain('/api/v2/runtimes');
});
test.afterEach(async () => {
  await server.remove();
  await engine.close();
});

test(
  'offers a language of the operator’s engine, which streams, stops, and fails in words',
  { tag: '@long' },
  async ({ browser, problems, picture }) => {
    const page = await newLaptop(browser, server.origin, { problems, editor: 'monaco' });
    await startWith(page, 'java', 'slow');
    const canRun = page.getByLabel('Language').locator('optgroup[label="Can run"]');
    await expect(canRun.locator('option[value="c#"]')).toHaveCount(1);
    await expect(canRun.locator('option[value=css]')).toHaveCount(0);

    await runButton(page).click();
    await expect(log(page)).toContainText('one');
    await expect(stopButton(page)).toBeVisible();
    await expect(log(page)).toHaveText(/one\s*two\s*three/);
    await expect(page.getByText(/^Finished in/)).toBeVisible();
    await expect(page.getByText('Ran on the run engine for you')).toBeVisible();

    await write(page, 'sleep');
    await runButton(page).click();
    await expect(log(page)).toContainText('before');
    await page.waitForTimeout(500);
    await stopButton(page).click();
    await expect(page.getByText(/^Stopped by .+ after .+ s$/).first()).toBeVisible();

    for (const [program, words] of FAILURES) {
      await write(page, program);
      await runButton(page).click();
      await expect(log(page)).toContainText(words);
      expect(await page.content()).not.toContain(engine.url);
    }
    await picture(page, 'run-engine-failure');
    // A page without its server logs errors.
    await page.context().close();
  },
);
