import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeProgram } from './node-programs.ts';

/** Returns what Node.js prints for a program, and its exit code. */
export function inNode({ code, stdin = '', isTypeScript = false }: NodeProgram): { out: string; exitCode: number } {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'));
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
    rmSync(folder, { recursive: true });
  }
}
