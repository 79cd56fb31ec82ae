import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { IMPORT_RULES } from '../lint/imports.ts';
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

/** A file of each folder with rules, an import that the rules allow, and imports that they refuse. */
const IMPORTS = [
  ['contracts/src/rooms/x.ts', '../protocol/common.ts', 'yjs', '../../server/src/app.ts'],
  ['migrations/0001-x.ts', 'kysely', '../server/src/errors.ts', 'typebox'],
  ['server/src/x.ts', './app.ts', '@cip/web/src/main.tsx', 'socket.io', './testing/until.ts'],
  ['server/src/features/audit/x.ts', '../../errors.ts', '../accounts/accounts.service.ts', '../../app.ts'],
  ['server/src/features/rooms/x.ts', '../runs/runs.service.ts', '../runs/runs.repository.ts', 'socket.io'],
  ['server/src/features/rooms/gateway/x.ts', 'socket.io', '../../playback/playback.service.ts'],
  ['server/src/features/reports/x.ts', '../rooms/rooms.service.ts', '../retention/retention.service.ts'],
  ['server/src/platform/x.ts', '../errors.ts', '../features/audit/audit.service.ts', '../open-context.ts'],
  ['server/src/features/audit/x.test.ts', '../../testing/until.ts', '@cip/web/src/main.tsx'],
  ['web/src/x.ts', './router.tsx', '@mui/joy/Button', '@cip/server/src/app.ts', 'node:fs'],
  ['web/src/screens/x.ts', '../features/auth/useAccount.ts', '../routes/index.tsx', '@mui/joy/Button'],
  ['web/src/features/auth/x.ts', '../../shared/limits.ts', '../runs/runs.ts', '../../screens/auth/Login.tsx'],
  ['web/src/shared/x.ts', './limits.ts', '../features/auth/useAccount.ts', '@cip/contracts/protocol/errors'],
  ['e2e/specs/x.spec.ts', '../support/runs.ts', '../../web/src/shared/limits.ts', '@cip/server/src/app.ts'],
  ['testkit/x.ts', './seeded.ts', '../server/src/app.ts'],
];

/**
 * Returns what the linter says about files in a folder of their own, without the other rules: the types of a whole
 * project would take a minute.
 * @param {Record<string, string>} files
 * @param {import('oxlint').OxlintConfig} rules
 */
async function lint(files, rules) {
  const folder = mkdtempSync(join(tmpdir(), 'cip-lint-'));
  for (const [path, text] of Object.entries({
    ...files,
    '.oxlintrc.json': JSON.stringify({ categories: { correctness: 'off' }, ...rules }),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  let output = '';
  const args = ['-c', join(folder, '.oxlintrc.json'), '--format', 'unix', folder];
  await tool('oxlint', args, process.env, (text) => (output += text));
  rmSync(folder, { recursive: true });
  return output;
}

test('refuses effects without a block, whose value React would call as the clean-up', async () => {
  const rule = 'effects/block-body';
  const output = await lint(
    { 'Example.tsx': [...REFUSED, ...ACCEPTED].join('\n') },
    {
      jsPlugins: config.jsPlugins?.map((plugin) => pathFromRoot(String(plugin))) ?? [],
      rules: Object.fromEntries(Object.entries(config.rules ?? {}).filter(([name]) => name === rule)),
    },
  );
  const found = Array.from(output.matchAll(/:(\d+):\d+: Give this effect a block/g), ([, line]) => Number(line));
  expect(found).toEqual(REFUSED.map((_, index) => index + 1));
});

test('refuses the imports that each folder may not have', async () => {
  const files = Object.fromEntries(
    IMPORTS.map(([path = '', ...names]) => [path, names.map((name) => `import '${name}';`).join('\n')]),
  );
  const output = await lint(files, { overrides: IMPORT_RULES });
  const found = Array.from(
    output.matchAll(/^(?:.*?\/cip-lint-[^/]+\/)?(\S+?):(\d+):\d+: /gm),
    ([, path, line]) => `${path} ${line}`,
  );
  const refused = IMPORTS.flatMap(([path, , ...names]) => names.map((_, index) => `${path} ${index + 2}`));
  expect(found.toSorted()).toEqual(refused.toSorted());
});
