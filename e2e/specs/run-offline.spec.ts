import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test.use({ serviceWorkers: 'allow', expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/ });

test(
  'runs JavaScript and a language that was used once while the server is out of reach',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/login');
    await whenKept(page);
    await whenEngineKept(page, 'monaco');
    await openSandbox(page);
    const python = await runProgram(page, { language: 'python', code: 'print(6 * 7)' });
    expect(python).toMatchObject({ out: '42\n', end: { reason: 'finished' } });

    const packaged = { language: 'javascript', code: "console.log(require('lodash').sum([40, 2]))" };
    expect(await runProgram(page, packaged)).toMatchObject({ out: '42\n' });

    await goOffline(context);
    await page.goto('/login');
    await openSandbox(page);
    expect(await page.locator('iframe').count()).toBe(0);
    for (const [language, code] of [
      ['javascript', 'console.log(6 * 7, self.origin)'],
      ['typescript', 'const n: number = 42; console.log(n, self.origin)'],
      ['python', 'import js\nprint(42, js.origin)'],
    ] as const)
      expect(await runProgram(page, { language, code })).toMatchObject({
        out: '42 null\n',
        end: { reason: 'finished' },
      });
    expect(await runProgram(page, packaged)).toMatchObject({ out: '42\n', end: { reason: 'finished' } });
    const imported = "import { format } from 'node:util';\nconsole.log(format('%d', 42));";
    expect(await runProgram(page, { language: 'typescript', code: imported })).toMatchObject({ out: '42\n' });
    const neverUsed = await runProgram(page, { language: 'javascript', code: "require('react')" });
    expect(neverUsed.end.reason).toBe('not_loaded');
    expect(neverUsed.end.error?.message).toContain('not on this device yet');
    // If a language was never used, it is not there, and that is an answer.
    const { end } = await runProgram(page, { language: 'ruby', code: 'puts 42' });
    expect(end.reason).toBe('not_loaded');
  },
);
