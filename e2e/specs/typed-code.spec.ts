import type { Page } from '@playwright/test';
import { readDrawnLines } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { choose, join, startWith, write } from '../support/runs.ts';
import { readInterview } from '../support/steps.ts';

/** A paste with tabs, as from a page or another editor. */
const TABBED = "def greet(name):\n\tprint('hi', name)\n";

test('Enter and Tab keep the indentation of the text in both editors', async ({ laptop, phone }) => {
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
