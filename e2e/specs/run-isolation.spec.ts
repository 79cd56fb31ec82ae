import { expect, test } from '../support/fixtures.ts';
import { PROBES, probeCode, reachedBy } from '../support/isolation-probes.ts';
import { countFrom, REFUSED } from '../support/run-attempts.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';
import { openWitness } from '../support/witness.ts';
import type { Witness } from '../support/witness.ts';

// The headless shell refuses permissions by itself.
test.use({ needsChromium: true, expectedProblems: REFUSED });

let witness: Witness;
test.beforeEach(async ({ page, baseURL }) => {
  witness = await openWitness(baseURL ?? '');
  await page.goto(`${witness.origin}/privacy`);
  await openSandbox(page);
});
test.afterEach(() => witness.close());

/** What the program imports, by the title of its test: packages give a program nothing more. */
const IMPORTS: Record<string, string> = {
  'keeps a program from the app, its storage and the network, and admits no other source to the frame': "import 'fs';",
  'keeps a program with packages from the same': `
    import _ from 'lodash';
    import { renderToString } from 'react-dom/server';
    import { expect } from 'vitest';
    import crypto from 'node:crypto';`,
};

for (const [title, imports] of Object.entries(IMPORTS))
  test(title, { tag: '@odd' }, async ({ page, request }) => {
    await runProgram(page, { language: 'javascript', code: imports });
    await countFrom(page, witness);
    await page.evaluate(() => {
      localStorage.setItem('token', 'secret');
      document.cookie = 'session=secret';
      const channel = new BroadcastChannel('app');
      channel.onmessage = ({ data }) => document.body.setAttribute('data-heard', String(data));
      window.addEventListener('message', ({ data }) =>
        document.body.setAttribute('data-message', JSON.stringify(data)),
      );
    });
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const code = `
    ${imports}
    new BroadcastChannel('app').postMessage('heard');
    self.postMessage('to the frame');
    ${probeCode(PROBES, witness.origin)}`;
    const { out, err, end } = await runProgram(page, { language: 'javascript', code, limitMs: 40_000 });
    expect({ err, reason: end.reason }).toEqual({ err: '', reason: 'finished' });
    expect(reachedBy(out)).toEqual([]);
    expect(witness.requests).toEqual([]);
    expect(sockets).toEqual([]);
    expect(await page.evaluate(() => ({ ...document.body.dataset }))).toEqual({});

    const path = await page.locator('iframe').getAttribute('src');
    const headers = (await request.get(String(path))).headers();
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/(^|; )sandbox allow-scripts$/);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+' blob: 'wasm-unsafe-eval';/);
    expect(headers).not.toHaveProperty('x-frame-options');
  });

test('lets no program keep later ones from starting', { tag: '@odd' }, async ({ page }) => {
  const run = (code: string) => runProgram(page, { language: 'javascript', code });
  for (let nth = 0; nth < 2; nth++) await run('URL.revokeObjectURL(self.location.href);');
  for (let nth = 0; nth < 2; nth++) expect((await run("console.log('later');")).out).toBe('later\n');
});
