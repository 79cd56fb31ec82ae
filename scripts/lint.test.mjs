import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../oxlint.config.ts';
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
 * Returns the lines of a file that an own rule refuses, as this repository has it, without the other rules: the types
 * of a whole project would take a minute.
 * @param {string[]} lines
 * @param {string} rule
 */
async function refusedLines(lines, rule) {
  const folder = mkdtempSync(join(tmpdir(), 'cip-lint-'));
  const [path, configPath] = [join(folder, 'Example.tsx'), join(folder, '.oxlintrc.json')];
  const only = {
    jsPlugins: config.jsPlugins?.map((plugin) => pathFromRoot(String(plugin))),
    categories: { correctness: 'off' },
    rules: Object.fromEntries(Object.entries(config.rules ?? {}).filter(([name]) => name === rule)),
  };
  writeFileSync(path, lines.join('\n'));
  writeFileSync(configPath, JSON.stringify(only));
  let output = '';
  await tool('oxlint', ['-c', configPath, '--format', 'unix', path], process.env, (text) => (output += text));
  rmSync(folder, { recursive: true });
  const found = output.matchAll(/:(\d+):\d+: Give this effect a block/g);
  return Array.from(found, ([, line]) => lines[Number(line) - 1]);
}

test('refuses effects without a block, whose value React would call as the clean-up', async () => {
  expect(await refusedLines([...REFUSED, ...ACCEPTED], 'effects/block-body')).toEqual(REFUSED);
});
