import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '@cip/contracts/runs/run-limits';
import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { newLaptop } from '../support/editors.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test, watch } from '../support/fixtures.ts';
import { rowsOnDevice } from '../support/device-database.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import {
  choose,
  chooseOption,
  HELD_UP_MS,
  join,
  log,
  runButton,
  RUNTIME_MS,
  startWith,
  stopButton,
  write,
} from '../support/runs.ts';
import { expectCode, openInterview } from '../support/steps.ts';

/** How many turns of a timer the page has while a program is in an endless loop; none if the program blocks it. */
const TURNS = 20;
/** The languages that a browser runs, the one of a new document last. */
const RUNNABLE = 'javascript typescript python postgresql sqlite lua ruby php c c++ sql'.split(' ');
/** A press within this time after Run is the second half of a double click; a little longer (ms). */
const DOUBLE_CLICK_MS = 600;

test('shows both sides the output of a run, and of a later one by the other side', async ({
  laptop,
  phone,
  picture,
}) => {
  const roomCode = await startWith(laptop, 'javascript', 'console.log(6 * 7);\nconsole.error("careful");');
  await join(phone, roomCode);
  await expect(runButton(laptop)).toBeEnabled();
  await laptop.locator('.monaco-editor .view-lines').click();
  await laptop.keyboard.press('ControlOrMeta+Enter');
  await expect(log(laptop)).toContainText('42');
  await expect(laptop.getByText(/^Finished in/)).toBeVisible();
  await expect(laptop.getByText('Run finished: 2 lines.')).toHaveCount(1);
  // The keys still reach the code, and Enter inserted no line.
  await laptop.keyboard.press('ControlOrMeta+End');
  await laptop.keyboard.type('\n// after\n');
  await expectCode(laptop, '// after');
  await expect(laptop.getByText('of an earlier version')).toBeVisible();

  await expect(phone.getByRole('img', { name: 'New output' })).toBeVisible();
  await phone.getByRole('tab', { name: 'Output' }).click();
  await expect(log(phone)).toContainText('42');
  await expect(log(phone)).toContainText('careful');
  await expect(phone.getByText(/^Ran on .+’s laptop$/)).toBeVisible();
  await phone.getByRole('tab', { name: 'Code' }).click();
  await runButton(phone).click();
  await expect(laptop.getByText('Ran on Ada Lovelace’s phone')).toBeVisible();
  await expect(phone.getByText(/^Finished in/)).toBeVisible();

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const page of [laptop, phone]) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
      await picture(page, `run-${page === laptop ? 'laptop' : 'phone'}-${colorScheme}`);
    }
  }
  expect(await smallTargets(phone)).toEqual([]);
});

test(
  'meets no error with Run on a new document, whichever language is chosen',
  { tag: '@long' },
  async ({ laptop }) => {
    await openInterview(laptop);
    for (const language of RUNNABLE) {
      await choose(laptop, language);
      await runButton(laptop).click();
      await expect(log(laptop)).toContainText('Nothing to run yet. Type some code first.');
      await expect(laptop.getByText(/Error|could not/)).toHaveCount(0);
      await expect(runButton(laptop)).toBeEnabled();
    }
    await expectCode(laptop, DEFAULT_CODE);
  },
);

test(
  'starts one run by keys of Run that are held down, in both editors and on the button',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems }) => {
    const roomCode = await startWith(laptop, 'javascript', 'setTimeout(() => console.log("done"), 1500);\n');
    const other = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await join(other, roomCode);
    for (const page of [laptop, other]) {
      await page.locator('.monaco-editor .view-lines, .cm-content').first().click();
      await page.keyboard.down('ControlOrMeta');
      await page.keyboard.down('Enter');
      await expect(stopButton(page)).toBeVisible();
      await page.waitForTimeout(DOUBLE_CLICK_MS);
      // A second one without a release is a repeat.
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await page.keyboard.up('ControlOrMeta');
      await expect(page.getByText(/^Finished in/)).toBeVisible();
      await expect(log(page)).toContainText('done');
    }

    await runButton(laptop).focus();
    await laptop.keyboard.down('Enter');
    await expect(stopButton(laptop)).toBeVisible();
    await laptop.waitForTimeout(DOUBLE_CLICK_MS);
    await laptop.keyboard.down('Enter');
    await laptop.keyboard.up('Enter');
    await expect(laptop.getByText(/^Finished in/)).toBeVisible();
  },
);

test(
  'has space for the room and its output on a tablet, in both schemes',
  { tag: '@long' },
  async ({ browser, baseURL, problems, phone, picture }) => {
    const context = await browser.newContext({ ...devices.tablet, ...(baseURL && { baseURL }) });
    watch(context, problems, baseURL);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const tablet = await context.newPage();
    const roomCode = await startWith(tablet, 'javascript', 'console.log(6 * 7);\nmissing();');
    await join(phone, roomCode);
    await runButton(tablet).click();
    await expect(tablet.getByRole('button', { name: 'Error in line 2: ReferenceError' })).toBeVisible();
    expect(await tablet.evaluate(() => document.documentElement.scrollWidth)).toBe(devices.tablet.viewport.width);
    await expect(tablet.getByRole('button', { name: 'End', exact: true })).toBeInViewport({ ratio: 1 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await tablet.emulateMedia({ colorScheme });
      expect(await violations(tablet)).toEqual([]);
      await picture(tablet, `run-tablet-${colorScheme}`);
    }
    expect(await smallTargets(tablet)).toEqual([]);
    await context.close();
  },
);

/** Prints markup that would change the page, an escape sequence that clears it, and then 50 MB. */
const HOSTILE = `console.log("<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>");
console.log("\\u001b[2J\\u001b]0;hacked\\u0007\\u202Ereversed");
for (let mb = 0; mb < 50; mb++) console.log("x".repeat(1_000_000));
console.log("the end");`;

test(
  'shows hostile output as bounded text to both sides, and lets the other side stop an endless loop',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    const roomCode = await startWith(laptop, 'javascript', HOSTILE);
    await join(phone, roomCode);
    await runButton(phone).click();
    for (const page of [phone, laptop]) {
      const output = log(page);
      await expect(output).toContainText('the end');
      await expect(output).toContainText("<img src=x onerror=document.title='hacked'><script>");
      await expect(output).toContainText('[U+202E]reversed');
      await expect(output).toContainText(/49,9\d\d,\d\d\d characters are left out here\./);
      await expect(output.locator('img, script')).toHaveCount(0);
      expect((await output.innerText()).length).toBeLessThan(OUTPUT_HEAD_MAX + OUTPUT_TAIL_MAX + 1_000);
      expect(await page.title()).not.toContain('hacked');
    }

    await write(laptop, 'console.log("begun");\nfor (;;) {}');
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('begun');
    await laptop.evaluate(async (turns) => {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, 50));
    }, TURNS);
    // All of them before its end, because it still has to be stopped.
    await stopButton(phone).click();
    for (const page of [laptop, phone])
      await expect(page.getByText(/^Stopped by .+ after .+ s$/).first()).toBeVisible();
    await expect(runButton(laptop)).toBeEnabled();

    // If someone comes later, they see the run so far, and then its end.
    await write(laptop, 'console.log("first");\nsetTimeout(() => console.log("last"), 6000);');
    await runButton(laptop).click();
    await expect(log(laptop)).toContainText('first');
    await phone.reload();
    await phone.getByRole('tab', { name: 'Output' }).click();
    await expect(log(phone)).toContainText('first');
    await expect(log(phone)).toContainText('last');
    await expect(phone.getByText(/^Finished in/)).toBeVisible();

    await chooseOption(laptop, 'Switch running off for the room');
    await expect(phone.getByText('Running is off')).toBeVisible();
    await expect(runButton(phone)).toHaveCount(0);
    await chooseOption(laptop, 'Switch running on for the room');
    await expect(runButton(phone)).toBeEnabled();
  },
);

test(
  'marks an error in both editors, and goes to its line by F8',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems }) => {
    const roomCode = await startWith(laptop, 'javascript', 'const a = 1;\n\nmissing(a);');
    const other = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await join(other, roomCode);
    await runButton(laptop).click();
    const problem = laptop.getByRole('button', { name: 'Error in line 3: ReferenceError' });
    await expect(problem).toBeVisible();
    await expect(laptop.locator('.monaco-editor .squiggly-error')).toHaveCount(1);
    await expect(other.locator('.cm-problemLine')).toContainText('missing(a);');
    await other.locator('.cm-content').click({ position: { x: 5, y: 25 } });
    await other.keyboard.press('F8');
    await expect(other.locator('.cm-activeLine')).toContainText('missing(a);');
    await laptop.keyboard.press('ControlOrMeta+Home');
    await laptop.keyboard.press('F8');
    await expect(laptop.getByText('missing is not defined').last()).toBeVisible();
    await laptop.keyboard.press('Escape');
    await laptop.keyboard.type('// ');
    await expectCode(laptop, '// missing(a);');

    // By keyboard through the pane, and back into the code.
    await runButton(laptop).click();
    await expect(laptop.getByText(/^Finished in/)).toBeVisible();
    await laptop.getByRole('tab', { name: 'Output' }).focus();
    const option = laptop.getByRole('button', { name: 'Run options' });
    for (const next of [laptop.getByRole('button', { name: 'Clear' }), option, log(laptop)]) {
      await laptop.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await laptop.keyboard.press('Escape');
    await laptop.keyboard.type('found ');
    await expectCode(laptop, '// found missing(a);');
  },
);

test(
  'names why a language has no runtime, in Run’s place and in the picker; another one reads input',
  { tag: '@long' },
  async ({ laptop }) => {
    await startWith(laptop, 'java', 'console.log("Hello " + readline());');
    await expect(laptop.getByText('Java cannot run here')).toBeVisible();
    await expect(runButton(laptop)).toHaveCount(0);
    const groups = laptop.getByLabel('Language').locator('optgroup');
    await expect(groups.nth(0)).toHaveAttribute('label', 'Recent');
    await expect(groups.nth(0).locator('option')).toHaveText(['Java', 'SQL']);
    await expect(groups.nth(1)).toHaveAttribute('label', 'Can run');
    await expect(groups.nth(2)).toHaveAttribute('label', 'Editing only');
    for (const language of ['python', 'php', 'ruby', 'lua', 'sqlite', 'c', 'c++'])
      await expect(groups.nth(1).locator(`option[value="${language}"]`)).toHaveCount(1);
    await expect(groups.nth(2).locator('option[value=kotlin]')).toHaveCount(1);
    await laptop.getByRole('combobox', { name: 'Language' }).click();
    expect(await violations(laptop)).toEqual([]);
    await laptop.keyboard.type('js');
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByLabel('Language')).toHaveValue('javascript');

    await runButton(laptop).click();
    await laptop.getByRole('button', { name: 'Add input' }).click();
    await laptop.getByLabel('Input', { exact: true }).fill('Ada');
    await laptop.keyboard.press('ControlOrMeta+Enter');
    await laptop.getByRole('tab', { name: 'Output' }).click();
    await expect(log(laptop)).toContainText('Hello Ada');
  },
);

test(
  'runs a phone’s Python and SQL on the other side’s laptop, with the shared input and from its data set',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    await laptop.route('**/run/python/**', async (route) => {
      await sleep(HELD_UP_MS);
      await route.continue();
    });
    const roomCode = await startWith(laptop, 'python', 'print("Hello", input())\n');
    await join(phone, roomCode);
    await laptop.getByRole('button', { name: 'Show output' }).click();
    await laptop.getByRole('tab', { name: 'Input' }).click();
    await laptop.getByRole('textbox', { name: 'Input' }).fill('Python');
    await phone.getByRole('tab', { name: 'Input' }).click();
    await expect(phone.getByRole('textbox', { name: 'Input' })).toHaveValue('Python');
    await runButton(phone).click();
    await expect(log(phone)).toContainText(/Python is loading on .+’s laptop \(\d+%\)…/);
    await picture(phone, 'run-loading-elsewhere-phone');
    await expect(log(phone)).toContainText('Hello Python', { timeout: RUNTIME_MS });
    await expect(phone.getByText(/^Ran on .+’s laptop for you$/)).toBeVisible();
    await expect(log(laptop)).toContainText('Hello Python');
    await answersFromPhone({ laptop, phone, picture });

    await choose(laptop, 'sql');
    await write(laptop, 'SELECT name, price FROM products WHERE price > 50 ORDER BY price;\n');
    await laptop.getByRole('tab', { name: 'Data' }).click();
    await laptop.getByRole('radio', { name: 'Sample shop' }).check({ force: true });
    await expect(laptop.getByRole('region', { name: 'Tables of Sample shop' })).toContainText('order_lines');
    await phone.getByRole('tab', { name: 'Data' }).click();
    await expect(phone.getByRole('region', { name: 'Tables of Sample shop' })).toContainText('customers');
    await picture(phone, 'run-data-phone');
    await picture(laptop, 'run-data-laptop');
    // The laptop runs it, because a phone cannot hold PostgreSQL.
    await runButton(phone).click();
    const table = phone.getByRole('table', { name: '2 rows' });
    await expect(table).toContainText('Drawing board', { timeout: RUNTIME_MS });
    await expect(table.getByRole('row').nth(1)).toHaveText('Desk lamp58.00');
    await expect(phone.getByText(/^Ran on .+’s laptop for you$/)).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const page of [laptop, phone]) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `run-tables-${page === laptop ? 'laptop' : 'phone'}-${colorScheme}`);
      }
  },
);

type People = Record<'laptop' | 'phone', Page> & { picture: (page: Page, name: string) => Promise<void> };

/** Both sides see that a program waits; the phone, which pressed Run, answers, then the laptop ends the input. */
async function answersFromPhone({ laptop, phone, picture }: People): Promise<void> {
  await phone.getByRole('tab', { name: 'Input' }).click();
  await phone.getByRole('textbox', { name: 'Input' }).fill('');
  await laptop.getByRole('tab', { name: 'Input' }).click();
  await write(laptop, 'name = input("Name? ")\nprint("Welcome", name)\ninput("Again? ")\n');
  await expect(laptop.getByRole('textbox', { name: 'Input' })).toHaveValue('');
  await runButton(phone).click();
  const field = phone.getByRole('textbox', { name: 'Name?' });
  await expect(field).toBeFocused();
  for (const page of [laptop, phone]) await expect(page.getByText('Waiting for input', { exact: true })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const page of [laptop, phone]) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
      await picture(page, `run-waits-${page === laptop ? 'laptop' : 'phone'}-${colorScheme}`);
    }
  expect(await smallTargets(phone)).toEqual([]);
  await field.fill('Ada');
  await field.press('Enter');
  for (const page of [laptop, phone]) await expect(log(page)).toContainText('Name? Ada\nWelcome Ada\nAgain? ');
  const next = phone.getByRole('textbox', { name: 'Again?' });
  await expect(next).toBeFocused();
  await laptop.getByRole('button', { name: 'End input' }).click();
  for (const page of [laptop, phone]) await expect(log(page)).toContainText('Again? (end of input)');
  await expect(next).toHaveCount(0);
  await expect(phone.getByRole('button', { name: 'Error in line 3: EOFError' })).toBeVisible();
}

/** A program of each language that runs in browsers, whose output names the language. */
const PROGRAMS: readonly (readonly [language: string, code: string, output: RegExp])[] = [
  ['javascript', "console.log('JavaScript', 6 * 7);\n", /JavaScript 42/],
  ['typescript', "const n: number = 42;\nconsole.log('TypeScript', n);\n", /TypeScript 42/],
  ['python', "print('Python', 6 * 7)\n", /Python 42/],
  ['sql', "SELECT 'PostgreSQL' AS engine, 6 * 7 AS answer;\n", /PostgreSQL\s*42/],
  ['sqlite', "SELECT 'SQLite' AS engine, 6 * 7 AS answer;\n", /SQLite\s*42/],
  ['lua', "print('Lua', 6 * 7)\n", /Lua\s+42/],
  ['ruby', "puts 'Ruby ' + (6 * 7).to_s\n", /Ruby 42/],
  ['php', "<?php echo 'PHP ', 6 * 7;\n", /PHP 42/],
  ['c', '#include <stdio.h>\nint main(void) { printf("C %d", 6 * 7); }\n', /C 42/],
  ['c++', '#include <cstdio>\nint main() { std::printf("C++ %d", 6 * 7); }\n', /C\+\+ 42/],
];

test(
  'shows a phone and a laptop the output of every language that browsers run',
  { tag: '@long' },
  async ({ laptop, phone }) => {
    test.setTimeout(4 * RUNTIME_MS);
    const roomCode = await startWith(laptop, 'javascript', '// ready\n');
    await join(phone, roomCode);
    for (const [language, code, output] of PROGRAMS) {
      await choose(laptop, language);
      await write(laptop, code);
      await phone.getByRole('tab', { name: 'Code' }).click();
      await expectCode(phone, code.split('\n').at(-2) ?? '');
      await runButton(phone).click();
      await phone.getByRole('tab', { name: 'Output' }).click();
      for (const page of [phone, laptop]) await expect(log(page)).toContainText(output, { timeout: RUNTIME_MS });
      await expect(runButton(laptop)).toBeEnabled();
    }
  },
);

test.describe('without a network', () => {
  test.use({
    serviceWorkers: 'allow',
    permissions: ['clipboard-read', 'clipboard-write'],
    expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });

  test(
    'runs code on the device, and enters the result once',
    { tag: '@long' },
    async ({ page, context, browser, baseURL }) => {
      const roomCode = await startWith(page, 'javascript', 'console.log("ran " + 6 * 7);');
      await runButton(page).click();
      await expect(log(page)).toContainText('ran 42');
      await whenKept(page);
      await whenEngineKept(page, 'monaco');
      const other = await browser.newContext(baseURL ? { baseURL } : {});
      const candidate = await other.newPage();
      await join(candidate, roomCode);
      await expect(log(candidate)).toContainText('ran 42');

      await goOffline(context);
      await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Keep typing on this device' }).click();
      await write(page, 'console.log("offline " + 6 * 7);');
      await runButton(page).click();
      await expect(log(page)).toContainText('offline 42');
      await expect(page.getByText(/^Ran offline at \d?\d:\d\d\s[AP]M$/)).toBeVisible();

      await context.setOffline(false);
      await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
      await expect(log(candidate)).toContainText('offline 42');
      await expect(candidate.getByText(/^Ran offline at \d?\d:\d\d\s[AP]M$/)).toBeVisible();
      await expect.poll(() => keptRuns(page)).toBe(0);
      await other.close();
    },
  );
});

/** Returns the number of runs on the page's disk. */
async function keptRuns(page: Page): Promise<number> {
  return (await rowsOnDevice(page, 'code-interviews', 'runs')).length;
}
