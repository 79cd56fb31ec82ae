import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tool } from './checks.mjs';
import { pathFromRoot } from './paths.mjs';

/** Effects that hand the value of an expression to React, one a line. */
const REFUSED = [
  'useEffect(() => stop(), [stop]);',
  'useLayoutEffect(() => (document.title = "x"), []);',
  'useInsertionEffect(() => stop?.(), [stop]);',
  'React.useEffect(() => stop, [stop]);',
];
const ACCEPTED = [
  'useEffect(() => { stop(); }, [stop]);',
  'useEffect(() => void stop(), [stop]);',
  'useEffect(() => () => stop(), [stop]);',
  'useEffect(stop, [stop]);',
];

/**
 * Returns the lines of a file that a rule refuses, as the configuration of this repository has it.
 * @param {string[]} lines
 * @param {string} rule
 */
async function refusedLines(lines, rule) {
  const folder = mkdtempSync(join(tmpdir(), 'cip-lint-'));
  const path = join(folder, 'Example.tsx');
  writeFileSync(path, lines.join('\n'));
  const args = ['-c', pathFromRoot('oxlint.config.ts'), '--format', 'unix', path];
  let output = '';
  await tool('oxlint', args, process.env, (text) => (output += text));
  rmSync(folder, { recursive: true });
  const found = output.split('\n').filter((line) => line.includes(rule));
  return found.map((line) => lines[Number(/:(\d+):\d+:/.exec(line)?.[1]) - 1]);
}

test('refuses effects without a block, whose value React would call as the clean-up', async () => {
  expect(await refusedLines([...REFUSED, ...ACCEPTED], 'effects(block-body)')).toEqual(REFUSED);
});
