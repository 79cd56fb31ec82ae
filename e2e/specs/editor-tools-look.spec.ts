import type { Page } from '@playwright/test';
import { devices } from '../../testkit/devices.ts';
import { smallTargets, violations, standsStill } from '../support/accessibility.ts';
import { describeCompletion, describeWord, newLaptop } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import { startEngine } from '../support/run-engine.ts';
import type { EngineStandIn } from '../support/run-engine.ts';
import { choose, complete, join, RUNTIME_MS, startWith, write } from '../support/runs.ts';

const PROGRAM = "import _ from 'lodash';\nconst byFloor = _.groupBy([1.5], Math.floor);\n";

const PYTHON = `class Cart:
    """A cart of things."""

    def total(self, tax: float = 0, *, rounded: bool = True) -> int:
        """The sum in cents.

        Args:
            tax: in per cent
        """
        return 3


cart = Cart()
`;

/** Monaco names a row by its word and its description, between which it draws no comma. */
const OF_MONACO = /^label-content-name-mismatch: #list_id_\S+$/;

let engine: EngineStandIn;
let server: OwnServer;
test.beforeEach(async () => {
  engine = await startEngine();
  server = await startOwnServer({ RUN_ENGINE_URL: engine.url });
});
test.afterEach(async () => {
  await server.remove();
  await engine.close();
});

test(
  'completion, hover, the format menu and the engine’s state are accessible in both schemes, on laptop and phone',
  { tag: '@long' },
  async ({ browser, problems, picture }) => {
    const laptop = await newLaptop(browser, server.origin, { problems, editor: 'monaco' });
    await laptop.setViewportSize({ width: 1280, height: 800 });
    const phone = await (
      await browser.newContext({
        ...devices.phone,
        permissions: ['clipboard-read', 'clipboard-write'],
        baseURL: server.origin,
      })
    ).newPage();
    await join(phone, await startWith(laptop, 'typescript', PROGRAM));
    await complete(laptop, 'Full');
    /** Expects both schemes to be accessible and nothing to lie beside the page. */
    const looks = async (page: Page, name: string, only?: 'colors') => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await standsStill(page);
        await picture(page, `${name}-${page.viewportSize()?.width}-${colorScheme}`);
        const found = await violations(page, only);
        expect(
          found.filter((each) => !OF_MONACO.test(each)),
          `${name}, ${colorScheme}`,
        ).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width);
    };

    await test.step('the list of completions', async () => {
      await write(laptop, PROGRAM);
      await laptop.keyboard.type('_.group');
      await laptop.keyboard.press('Control+Space');
      await expect(laptop.locator('.suggest-widget.visible').getByRole('option').first()).toBeVisible();
      await looks(laptop, 'list');
      await laptop.keyboard.press('Escape');
    });

    await test.step('the hover of a function', async () => {
      await describeWord(laptop, laptop.getByText('groupBy').first(), 'groupBy');
      await looks(laptop, 'hover');
      await laptop.keyboard.press('Escape');
    });

    await test.step('the menu with Format code', async () => {
      await laptop.getByText('groupBy').first().click({ button: 'right' });
      await expect(laptop.getByText('Format code')).toBeVisible();
      // Its roles are Monaco’s own.
      await looks(laptop, 'format menu', 'colors');
      await laptop.keyboard.press('Escape');
    });

    await test.step('the list and the signature of Python', async () => {
      await choose(laptop, 'python');
      await write(laptop, PYTHON);
      await laptop.keyboard.type('cart.');
      // While completion starts, a person asks once more: the list comes all the same.
      await laptop.keyboard.press('Control+Space');
      const list = laptop.locator('.suggest-widget.visible');
      await expect(list.getByRole('option', { name: 'total' })).toBeVisible({ timeout: RUNTIME_MS });
      await describeCompletion(laptop, 'total', 'The sum in cents.');
      await looks(laptop, 'python list');
      await laptop.keyboard.press('Tab');
      await laptop.keyboard.type('(');
      await expect(laptop.locator('.parameter-hints-widget.visible')).toContainText('rounded');
      await looks(laptop, 'python signature');
      await laptop.keyboard.press('Escape');
    });

    await test.step('the hover of Python', async () => {
      await describeWord(laptop, laptop.getByText('total', { exact: true }).last(), 'in per cent');
      await looks(laptop, 'python hover');
      await laptop.keyboard.press('Escape');
    });

    await test.step('words and the menu on a phone', async () => {
      await choose(laptop, 'typescript');
      await write(phone, PROGRAM);
      await phone.keyboard.type('byF');
      await expect(phone.getByRole('group', { name: 'Completions' })).toBeVisible();
      await looks(phone, 'words');
      await phone.getByRole('button', { name: 'Help' }).click();
      await expect(phone.getByRole('menuitem', { name: 'Format code' })).toBeVisible();
      expect(await smallTargets(phone)).toEqual([]);
      await looks(phone, 'format menu');
    });

    await test.step('the state of the engine', async () => {
      for (const width of [1280, 390]) {
        await laptop.setViewportSize({ width, height: 844 });
        await laptop.goto('/settings');
        await laptop.getByRole('link', { name: 'Code engine' }).click();
        await laptop.getByRole('button', { name: 'Show the engine' }).click();
        await expect(laptop.getByText('The engine answers. It runs:')).toBeVisible();
        await looks(laptop, 'engine');
      }
    });
  },
);
