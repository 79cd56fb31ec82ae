// Entry of the npm scripts: installs the dependencies if needed, then runs the task on the project's own Node. Runs on
// Node 20 or newer and has no dependencies.
import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { findNode } from './node.mjs';
import { run } from './processes.mjs';
import { pathFromRoot, root, toolsFirst } from './paths.mjs';

const TASKS = [
  'backup',
  'restore',
  'start',
  'dev',
  'test',
  'build',
  'check',
  'format',
  'shots',
  'chaos',
  'model',
  'fuzz',
  'matrix',
  'mutants',
  'soak',
  'soak:editors',
  'promise',
  'bench:rooms',
  'bench:api',
  'bench:database',
  'bench:web',
  'bench:run',
  'bench:playback',
  'stripe:sync',
];
/** Tasks of the product, which read the settings in .env; tests must not. */
const TASKS_WITH_SETTINGS = ['start', 'dev', 'build', 'backup', 'restore', 'stripe:sync'];

const [task = '', ...rest] = process.argv.slice(2);

if (!TASKS.includes(task)) fail(`Unknown task "${task}". Known tasks: ${TASKS.join(', ')}.`);

try {
  await ensureInstalled();
  const node = findNode();
  const settings = TASKS_WITH_SETTINGS.includes(task) && existsSync(pathFromRoot('.env')) ? ['--env-file=.env'] : [];
  const args = [...settings, pathFromRoot('scripts/task.mjs'), task, ...rest];
  process.exitCode = await run(node, args, {
    cwd: root,
    env: toolsFirst(node),
    endWithParent: 'npm_lifecycle_event' in process.env,
  });
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
