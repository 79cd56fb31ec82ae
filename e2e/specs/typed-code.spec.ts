import type { Page } from '@playwright/test';
import { readDrawnLines } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, join, log, runButton, RUNTIME_MS, startWith, write } from '../support/runs.ts';
import { readInterview } from '../support/steps.ts';

/** A paste with tabs, as from a page or another editor. */
const TABBED = "def greet(name):\n\tprint('hi', name)\n";

test('Enter and Tab keep the indentation of the text in both editors', { tag: '@long' }, async ({ laptop, phone }) => {
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const roomCode = await startWith(laptop, 'python', TABBED);
  await join(phone, roomCode);
  /** The code as the server has it, because editors draw tabs as spaces. */
  const code = async () => (await readInterview(laptop, roomCode)).code;
  const types = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await (/^[A-Z]\w+(\+|$)/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
  };

  for (const page of [laptop, phone])
    await test.step(`${page === laptop ? 'Monaco' : 'CodeMirror'} goes on with tabs, sent on Enter`, async () => {
      await choose(page, 'python');
      await write(page, TABBED);
      await types(page, 'Control+Home', 'ArrowDown', 'End', 'Enter', 'print("bye", name)');
      await types(page, 'Enter', 'Enter', 'Backspace', 'greet("Ada")', 'Enter');
      await expect.poll(code).toBe(`${TABBED}\tprint("bye", name)\n\ngreet("Ada")\n\n`);
      await choose(page, 'go');
      await write(page, 'func main() {\n}\n');
      await types(page, 'Control+Home', 'End', 'Enter', 'f()', 'Enter');
      await expect.poll(code).toBe('func main() {\n\tf()\n\t\n}\n');
    });

  await test.step('the key row indents selected lines, which stay selected, in one step of undo', async () => {
    const lines = ['function f() {', 'const a = 1;', 'return a;', '}', ''];
    const indented = ['function f() {', '  const a = 1;', '  return a;', '}', ''];
    await laptop.getByText('Realtime (each key)').click();
    await choose(phone, 'javascript');
    await write(phone, lines.join('\n'));
    await types(phone, 'Control+Home', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await phone.getByRole('button', { name: 'Tab', exact: true }).click();
    await expect.poll(code).toBe(indented.join('\n'));
    expect(await readDrawnLines(laptop)).toEqual(indented);
    await phone.getByRole('button', { name: 'Tab', exact: true }).click();
    await phone.getByRole('button', { name: 'Shift+Tab' }).click();
    await expect.poll(code).toBe(indented.join('\n'));
    await phone.getByRole('button', { name: 'Shift+Tab' }).click();
    await expect.poll(code).toBe(lines.join('\n'));
    await phone.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(code).toBe(indented.join('\n'));
  });
});

test(
  'shows the keys that Python and TypeScript need most, without swiping',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await startWith(laptop, 'python', 'pass\n');
    await join(phone, roomCode);
    await phone.setViewportSize({ width: 390, height: 844 });
    const keys = phone.getByRole('toolbar', { name: 'Code keys' });
    const rightOf = async (name: string) => {
      const box = await keys.getByRole('button', { name, exact: true }).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    for (const [language, needed] of [
      ['python', [':', '(', '"']],
      ['typescript', ['(', '{', '"']],
    ] as const) {
      await choose(phone, language);
      const edge = (await phone.getByLabel('Language').boundingBox())?.x ?? 0;
      for (const name of needed) expect([name, (await rightOf(name)) <= edge]).toEqual([name, true]);
      await keys.getByRole('button', { name: needed[0], exact: true }).click();
      await picture(phone, `keys of ${language}`);
    }
    await keys.getByRole('button', { name: 'New file' }).click();
    await expect(phone.getByRole('dialog', { name: 'New file' })).toBeVisible();
  },
);

/** A paste with four no-break spaces and two curly quotes, as from a chat or a document. */
const LOOKALIKES = 'def add(a, b):\n\u00a0\u00a0\u00a0\u00a0return a + b\nprint(“sum”, add(1, 2))\n';
const marks = (page: Page) => page.locator('.monaco-editor .tok-lookalike, .cm-content .tok-lookalike');

test(
  'marks look-alike characters, names them in the error and replaces them in one action',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await startWith(laptop, 'python', LOOKALIKES);
    await join(phone, roomCode);
    const code = async () => (await readInterview(laptop, roomCode)).code;

    await test.step('marks the same characters in Monaco and CodeMirror', async () => {
      for (const page of [laptop, phone]) {
        await expect(marks(page)).toHaveCount(6);
        await expect(marks(page).filter({ hasText: /[“”]/ })).toHaveText(['“', '”']);
      }
      // Smart punctuation of a phone follows these attributes.
      for (const [name, value] of [
        ['spellcheck', 'false'],
        ['autocorrect', 'off'],
      ] as const)
        await expect(phone.locator('.cm-content')).toHaveAttribute(name, value);
    });

    await test.step('offers the replacement at the mark in CodeMirror, and undoes it in one step', async () => {
      await laptop.getByText('Realtime (each key)').click();
      await marks(phone).filter({ hasText: '“' }).tap();
      const tip = phone.locator('.lookalike-panel');
      await expect(tip).toContainText('(U+201C), where programs need straight quotes.');
      await picture(phone, 'look-alikes on the phone');
      await tip.getByRole('button', { name: 'Replace 6 characters' }).tap();
      await expect.poll(code).toContain('print("sum", add(1, 2))');
      await expect(marks(laptop)).toHaveCount(0);
      await phone.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(code).toBe(LOOKALIKES);
    });

    await test.step('offers it over the mark in Monaco', async () => {
      await marks(laptop).filter({ hasText: '“' }).hover();
      await laptop.locator('.monaco-hover').getByRole('link', { name: 'Replace 6 characters' }).click();
      await expect.poll(code).toContain('print("sum", add(1, 2))');
      await laptop.locator('.monaco-editor .view-lines').first().click();
      await laptop.keyboard.press('ControlOrMeta+z');
      await expect.poll(code).toBe(LOOKALIKES);
    });

    await test.step('names the characters in the error, and replaces them there', async () => {
      await runButton(laptop).click();
      await expect(log(laptop)).toContainText('Line 2: 4 no-break spaces (U+00A0)', { timeout: RUNTIME_MS });
      await picture(laptop, 'look-alikes in the error');
      await log(laptop).getByRole('button', { name: 'Replace 6 characters' }).click();
      await expect.poll(code).toContain('    return a + b\nprint("sum", add(1, 2))');
      await runButton(laptop).click();
      await expect(log(laptop)).toContainText('sum 3');
    });

    await test.step('draws a progress bar on one line for everyone', async () => {
      await write(laptop, "for part in (10, 50, 100):\n    print(f'\\r{part:>3}% loaded', end='')\nprint('\\ndone')\n");
      await runButton(laptop).click();
      await expect(log(laptop)).toHaveText(/(^|files\.)100% loaded\s+done\s*$/);
      await phone.getByRole('tab', { name: 'Output' }).click();
      await expect(log(phone)).toHaveText(/(^|files\.)100% loaded\s+done\s*$/);
    });
  },
);
