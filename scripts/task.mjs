// The tasks behind the npm scripts. Runs on the project's own Node, which run.mjs has chosen.
import { benchApi, benchDatabase, benchPlayback, benchRooms, benchRun, benchWeb } from './bench.mjs';
import { backup, build, dev, restore, start, stripeSync } from './product.mjs';
import { checkAll, format } from './checks.mjs';
import { shots } from './shots.mjs';
import { promise } from './promise.mjs';
import { chaos, fuzz, matrix, model, mutants, soak, soakEditors, testAll } from './test.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
const tasks = {
  start,
  dev,
  build,
  backup,
  restore,
  check: checkAll,
  format,
  test: testAll,
  shots,
  chaos,
  fuzz,
  matrix,
  mutants,
  soak,
  'soak:editors': soakEditors,
  promise,
  model,
  'bench:rooms': benchRooms,
  'bench:api': benchApi,
  'bench:database': benchDatabase,
  'stripe:sync': stripeSync,
  'bench:web': benchWeb,
  'bench:run': benchRun,
  'bench:playback': benchPlayback,
};

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await tasks[name]?.(args);
