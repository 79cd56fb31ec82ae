import { expect, test } from '../support/fixtures.ts';
import { whenEngineKept, whenKept } from '../support/installed.ts';
import { startOwnServer } from '../support/own-server.ts';
import type { OwnServer } from '../support/own-server.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

test.use({
  serviceWorkers: 'allow',
  expectedProblems:
    /ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource|request to another host: http:\/\/localhost/,
});

let server: OwnServer;
test.beforeEach(async () => {
  server = await startOwnServer();
});
test.afterEach(() => server.remove());

test('JavaScript and a language that was used once run while the server is down', async ({ page }) => {
  await page.goto(`${server.origin}/login`);
  await whenKept(page);
  await whenEngineKept(page, 'monaco');
  await openSandbox(page);
  const python = await runProgram(page, { language: 'python', code: 'print(6 * 7)' });
  expect(python).toMatchObject({ out: '42\n', end: { reason: 'finished' } });

  await server.kill();
  await page.goto(`${server.origin}/login`);
  const session = await page.context().newCDPSession(page);
  // Otherwise the browser's own cache could hide a file that the product has not cached.
  await session.send('Network.clearBrowserCache');
  await openSandbox(page);
  expect(await page.locator('iframe').count()).toBe(0);
  for (const [language, code] of [
    ['javascript', 'console.log(6 * 7, self.origin)'],
    ['typescript', 'const n: number = 42; console.log(n, self.origin)'],
    ['python', 'import js\nprint(42, js.origin)'],
  ] as const)
    expect(await runProgram(page, { language, code })).toMatchObject({ out: '42 null\n', end: { reason: 'finished' } });
  // What was never used is not there, and that is an answer.
  const { end } = await runProgram(page, { language: 'ruby', code: 'puts 42' });
  expect(end.reason).toBe('not_loaded');
});
