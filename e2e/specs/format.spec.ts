import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { choose, join, startWith, write } from '../support/runs.ts';
import { endInterview, expectCode, newCompany, openInterview, readInterview } from '../support/steps.ts';

const FORMAT = 'Shift+Alt+F';
const MESSY = 'const twice=x=>{return x*2};function f(a){if(a){return twice(a)}return 0}';
const FORMATTED = `const twice = (x) => {
  return x * 2;
};
function f(a) {
  if (a) {
    return twice(a);
  }
  return 0;
}
`;

/** A messy program of each formatter, and what it becomes. */
const PROGRAMS: [language: string, code: string, formatted: string][] = [
  ['typescript', "let a:Array<number>=['x' as never]", "let a: Array<number> = ['x' as never];\n"],
  ['jsx', 'const a=<p className="x">{b}</p>', 'const a = <p className="x">{b}</p>;\n'],
  ['css', 'a{color:red;b:c}', 'a {\n  color: red;\n  b: c;\n}\n'],
  [
    'html',
    '<ul><li>a<li>b</ul><style>a{b:c}</style>',
    '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n<style>\n  a {\n    b: c;\n  }\n</style>\n',
  ],
  ['json', '{"a":[1,2],\n"b":{}}', '{ "a": [1, 2], "b": {} }\n'],
  ['python', "def f( a ):\n\treturn  'x'\n", "def f(a):\n\treturn 'x'\n"],
  ['sql', 'select a,b from t where a=1', 'select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1\n'],
  ['sqlite', 'select 1;select 2', 'select\n  1;\n\nselect\n  2\n'],
  ['c', 'int main(){if(1){return 0;}}', 'int main() {\n    if (1) {\n        return 0;\n    }\n}'],
  ['c++', 'auto f(int a)->int{return a;}', 'auto f(int a) -> int { return a; }'],
  ['go', 'package main\nfunc main(){f(1,2)\n}', 'package main\n\nfunc main() {\n\tf(1, 2)\n}\n'],
];

/** The code as the server has it. */
const reader = (page: Page, roomCode: string) => async () => (await readInterview(page, roomCode)).code;

test(
  'formats on a key and in the phone’s menu, in one step of undo, without a paste in the playback',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    await phone.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const roomCode = await openInterview(laptop, newCompany(), 'paid');
    await choose(laptop, 'javascript');
    await laptop.getByText('Realtime (each key)').click();
    await write(laptop, MESSY);
    await join(phone, roomCode);
    const code = reader(laptop, roomCode);

    await test.step('on a laptop, where the cursor stays at its word', async () => {
      for (const key of ['Control+Home', 'Control+ArrowRight', 'Control+ArrowRight']) await laptop.keyboard.press(key);
      await laptop.keyboard.press(FORMAT);
      await expect.poll(code).toBe(FORMATTED);
      await laptop.keyboard.type('A');
      await expect.poll(code).toContain('const twiceA = (x)');
      await laptop.keyboard.press('Control+z');
      await laptop.keyboard.press('Control+z');
      await expect.poll(code).toBe(MESSY);
    });

    await test.step('names the line of a syntax error, and changes nothing', async () => {
      await write(laptop, 'let a = 1;\nlet b = (2;\n');
      await laptop.keyboard.press(FORMAT);
      await expect(laptop.getByText(/^Line 2: .*Nothing was changed\.$/)).toBeVisible();
      await picture(laptop, 'syntax error');
      expect(await code()).toBe('let a = 1;\nlet b = (2;\n');
    });

    await test.step('on a phone', async () => {
      await write(phone, MESSY);
      await phone.getByRole('button', { name: 'Help' }).click();
      await picture(phone, 'menu of the phone');
      await phone.getByRole('menuitem', { name: 'Format code' }).click();
      await expect.poll(code).toBe(FORMATTED);
      await phone.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(code).toBe(MESSY);
      await phone.getByRole('button', { name: 'Redo' }).click();
      await expect.poll(code).toBe(FORMATTED);
    });

    await test.step('the playback names the formatting', async () => {
      const { id } = await readInterview(laptop, roomCode);
      await endInterview(laptop);
      await expect(laptop.getByRole('textbox', { name: 'My notes' })).toBeFocused();
      await laptop.goto(`/sessions/${id}/playback`);
      await expect(laptop.getByRole('link', { name: /Formatted the code/ })).toHaveCount(2);
      await expect(laptop.getByRole('link', { name: /at once/ })).toHaveCount(0);
    });
  },
);

test('formats every language that it offers', { tag: '@long' }, async ({ laptop }) => {
  const roomCode = await startWith(laptop, 'javascript', MESSY);
  const code = reader(laptop, roomCode);
  for (const [language, messy, formatted] of PROGRAMS)
    await test.step(language, async () => {
      await choose(laptop, language);
      await write(laptop, messy);
      await laptop.keyboard.press(FORMAT);
      await expect.poll(code, { timeout: 20_000 }).toBe(formatted);
    });

  for (const [language, broken, problem] of [
    ['python', 'a = 1\ndef f(:\n', 'Line 2: '],
    ['sql', "select 1;\nselect 'abc", 'Line 2: '],
    ['c++', 'int main() {\n  f(;\n}\n', 'Line 3: nothing opens the }. '],
    ['go', 'package main\n\nfunc main( {\n}\n', 'Line 3: '],
    ['css', 'a {\n  b: c;\n', 'Line 1: '],
  ] as const)
    await test.step(`${language} with a syntax error`, async () => {
      await choose(laptop, language);
      await write(laptop, broken);
      await laptop.keyboard.press(FORMAT);
      await expect(laptop.getByText(new RegExp(`^${problem}.*Nothing was changed`)).last()).toBeVisible();
      expect(await code()).toBe(broken);
    });
});

test.describe('without a network', () => {
  test.use({
    serviceWorkers: 'allow',
    permissions: ['clipboard-read', 'clipboard-write'],
    expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
  });

  test('formats in a language that the device has formatted before', { tag: '@long' }, async ({ page, context }) => {
    const roomCode = await startWith(page, 'python', 'a  =  1');
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await page.keyboard.press(FORMAT);
    await expect.poll(reader(page, roomCode)).toBe('a = 1\n');
    await goOffline(context);
    await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Keep typing on this device' }).click();
    await expect(page.getByText('Working offline.')).toBeVisible();
    await page.reload();
    await write(page, 'b  =  2');
    await page.keyboard.press(FORMAT);
    await expectCode(page, 'b = 2');
  });
});
