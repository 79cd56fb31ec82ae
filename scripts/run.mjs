// Entry of the npm scripts: installs the dependencies if needed, then runs the task on the project's own Node. Runs on
// Node 20 or newer and has no dependencies.
import { existsSync } from 'node:fs';
import { ensureInstalled } from './install.mjs';
import { findNode } from './node.mjs';
import { run } from './processes.mjs';
import { pathFromRoot, root, toolsFirst } from './paths.mjs';
import { TASKS } from './tasks.mjs';

const [name = '', ...rest] = process.argv.slice(2);
const task = TASKS[name] ?? fail(`Unknown task "${name}". Known tasks: ${Object.keys(TASKS).join(', ')}.`);

try {
  await ensureInstalled('.', task.needsTools === false ? 'product' : 'everything');
  const node = findNode();
  const settings = task.readsSettings && existsSync(pathFromRoot('.env')) ? ['--env-file=.env'] : [];
  const args = [...settings, pathFromRoot('scripts/task.mjs'), name, ...rest];
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
