import { expect, test } from '@playwright/test';
import { ENGINE_PROGRAMS } from './engine-programs.ts';
import { inNode } from './in-node.ts';
import type { KnownProgram } from './known-programs.ts';
import { NODE_PROGRAMS } from './node-programs.ts';
import { runProgram } from './sandbox.ts';
import type { ProgramPage, TestProgram } from './sandbox.ts';

/** Time limit of programs that end by themselves (ms): engines differ in speed, and others may use the cores. */
const LIMIT_MS = 60_000;

/** Runs every program that is compared with Node.js, and expects the same output and exit code. */
export async function expectAsNode(page: ProgramPage): Promise<void> {
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
}

/** Returns the program of a cell of the table in docs/operations/running-code.md as the sandbox takes it. */
export function programOf(language: string, { code, stdin, dataSet }: KnownProgram): TestProgram {
  return { language, code, limitMs: LIMIT_MS, ...(stdin && { stdin }), ...(dataSet && { dataSet }) };
}

/** Runs the program of a cell of that table, and expects what the cell says. */
export async function expectAsKnown(page: ProgramPage, language: string, program: KnownProgram): Promise<void> {
  const { cell, out } = program;
  const { out: printed, err, tables, end } = await runProgram(page, programOf(language, program));
  const shown = `${printed}${err}${tables.map((table) => JSON.stringify(table.rows)).join('')}`;
  expect(end.reason, shown).toBe(cell.startsWith('no') ? 'failed' : 'finished');
  const said = end.error?.message ?? shown;
  if (typeof out === 'string') expect(said).toBe(out);
  else expect(said).toMatch(out);
}

/**
 * Runs the programs that engines report in different ways, and expects the part that no engine changes. Without
 * `hasColumns`, syntax errors must have none.
 */
export async function expectAlike(page: ProgramPage, { hasColumns = true } = {}): Promise<void> {
  for (const [name, { out = '', error, ...program }] of Object.entries(ENGINE_PROGRAMS))
    await test.step(name, async () => {
      const run = await runProgram(page, { ...program, limitMs: LIMIT_MS });
      if (error === undefined) return expect(run).toMatchObject({ out, err: '', end: { reason: 'finished' } });
      const { message = /./, column, ...others } = error;
      const place = column === undefined ? {} : { column: hasColumns ? column : null };
      expect(run.end, run.err).toMatchObject({ reason: 'failed', error: { ...others, ...place } });
      expect(run.end.error?.message).toMatch(message);
      if (out !== '') expect(run.out).toBe(out);
    });
}
