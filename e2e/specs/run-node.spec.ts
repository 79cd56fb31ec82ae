import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { NODE_PROGRAMS } from '../support/node-programs.ts';
import type { NodeProgram } from '../support/node-programs.ts';
import { openSandbox, runProgram } from '../support/sandbox.ts';

let folder: string;
test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  await page.goto('/privacy');
  await openSandbox(page);
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Returns what Node.js prints for a program, and its exit code. */
function inNode({ code, stdin = '', isTypeScript = false }: NodeProgram): { out: string; exitCode: number } {
  const path = join(folder, isTypeScript ? 'main.ts' : 'main.js');
  writeFileSync(path, code);
  writeFileSync(join(folder, 'input'), stdin);
  const input = openSync(join(folder, 'input'), 'r');
  try {
    const out = execFileSync(process.execPath, ['--no-warnings', path], {
      encoding: 'utf8',
      stdio: [input, 'pipe', 'pipe'],
      env: { NO_COLOR: '1' },
    });
    return { out, exitCode: 0 };
  } catch (error) {
    const { stdout, status } = error as { stdout: string; status: number };
    return { out: stdout, exitCode: status };
  } finally {
    closeSync(input);
  }
}

test('runs programs as Node.js does', async ({ page }) => {
  test.setTimeout(120_000);
  const wanted: Record<string, unknown> = {};
  const printed: Record<string, unknown> = {};
  for (const [name, program] of Object.entries(NODE_PROGRAMS)) {
    const inside = inNode(program);
    wanted[name] = inside;
    const { code, stdin = '', isTypeScript = false } = program;
    const language = isTypeScript ? 'typescript' : 'javascript';
    const { out, err, end } = await runProgram(page, { language, code, stdin, limitMs: 3_000 });
    printed[name] = end.exitCode === inside.exitCode ? { out, exitCode: end.exitCode } : { out, err, end };
  }
  expect(printed).toEqual(wanted);
});
