import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS } from './node-flags.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { serve } from './product.mjs';
import { withoutSettings } from './settings.mjs';
import { runStep } from './steps.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const folder = pathFromRoot('.demo');
/** Settings of this machine that count: no database, mail server, payments or origin of a real product. */
const KEPT = ['HOST', 'PORT'];

/** Starts the product with an invented company, which stays the same until its folder is deleted. */
export async function demo() {
  const env = withoutSettings(process.env, KEPT);
  const code = (await ensureWebBuilt()) || (await inventCompany(env));
  if (code !== 0) return code;
  process.stdout.write(readFileSync(join(folder, 'demo.txt'), 'utf8'));
  process.stdout.write(`  To begin again, stop this and delete ${folder}\n\n`);
  return serve([], { ...env, DATA_DIR: folder, LOG_LEVEL: 'warn' });
}

/**
 * Makes the company in another folder first, so that one that was interrupted is never shown.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} exit code
 */
async function inventCompany(env) {
  if (existsSync(folder)) return 0;
  const unfinished = pathFromRoot('.cache/demo');
  rmSync(unfinished, { recursive: true, force: true });
  const command = [...NODE_FLAGS, pathFromRoot('server/src/testing/demo/main.ts'), unfinished];
  const code = await runStep('Inventing a company', [[process.execPath, command]], { cwd: root, env });
  if (code === 0) renameSync(unfinished, folder);
  return code;
}
