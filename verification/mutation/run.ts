import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { atExit, exitOnSignals } from '../../server/src/testing/services/at-exit.ts';
import { startPostgres } from '../../server/src/testing/services/postgres.ts';
import { startRedis } from '../../server/src/testing/services/redis.ts';
import { temporaryFolder } from '../../server/src/testing/services/temporary-folder.ts';
import { Progress } from '../support/progress.ts';
import { isRedundant } from './redundant.ts';
import { findMutants, type Mutant } from './find.ts';
import { BY_MATRIX, BY_TEST, MISSED, REDUNDANT, SURVIVED, type Verdicts } from './verdicts.ts';

// npm run mutants [-- --only interviews.repository --list]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A run of tests that takes longer hangs. */
const HANGS_AFTER_MS = 300_000;
/** So does the judging of all mutants by the matrices. */
const JUDGING_MS = 3_600_000;
/** Mutants whose tests run side by side, each in a process of its own. */
const AT_A_TIME = 2;
const OUTPUT_KEPT = 1_000_000;
const MATRICES = ['server/src/access-matrix.test.ts', 'server/src/access-matrix.events.test.ts'];

exitOnSignals();
const mutants = findMutants().filter(({ id }) => id.includes(values.only));
const kept = () => new Progress<Verdicts>(values.results, 'mutants', {});
let progress = kept();
if (values.list) for (const { file, line, what } of mutants) console.warn(`${file}:${line} ${what}`);
else await runAll();

async function runAll(): Promise<void> {
  const without = (...verdicts: (string | undefined)[]) =>
    mutants.filter(({ id }) => verdicts.includes(progress.state[id]));
  console.warn(
    `${mutants.length} mutants, ${mutants.length - without(undefined, MISSED).length} of them judged already`,
  );
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const cache = temporaryFolder('cip-mutants-');
  const env = { ...process.env, DATABASE_URL: postgres.url, REDIS_URL: redis.url, MUTANTS_CACHE: cache.path };
  try {
    if (without(undefined).length > 0) await judgeByMatrices(env);
    progress = kept();
    const waiting = without(MISSED);
    await Promise.all(Array.from({ length: AT_A_TIME }, () => judgeWaiting(waiting, env)));
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    cache.remove();
  }
  report();
}

async function judgeWaiting(waiting: Mutant[], env: NodeJS.ProcessEnv): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const verdict = await judgeByTests(mutant, { ...env, MUTANT: mutant.id });
    console.warn(`${verdict ?? 'not judged: the machine is too slow'}  ${mutant.file}:${mutant.line} ${mutant.what}`);
    if (verdict === null) continue;
    progress.state[mutant.id] = verdict;
    progress.save();
  }
}

/** All of them in one process, which keeps what it finds. */
async function judgeByMatrices(env: NodeJS.ProcessEnv): Promise<void> {
  if ((await testsPass(MATRICES, env)) !== true)
    throw new Error('The matrix fails without any mutant: nothing can be learned.');
  const judging = JSON.stringify({ only: values.only, results: values.results });
  if ((await testsPass([], { ...env, JUDGING: judging }, { withinMs: JUDGING_MS, isTold: true })) !== true)
    throw new Error('Not every mutant could be tried on the matrices; again goes on from here.');
}

/** What became of a mutant; null when a test ran out of time, which says nothing of it. */
async function judgeByTests(mutant: Mutant, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const files of nearby(mutant)) {
    const outcome = await testsPass(files, env);
    if (outcome !== true) return outcome === null ? null : BY_TEST;
  }
  return isRedundant(mutant) ? REDUNDANT : SURVIVED;
}

/** The tests of the mutant's feature: those that look at queries alone, then those named after its file, then all. */
function nearby({ file }: Mutant): string[][] {
  const feature = /^server\/src\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);
  const own = globSync(`${feature}/**/*.test.ts`, { cwd: ROOT });
  const tests = own.length > 0 ? own : globSync('server/src/features/**/*.test.ts', { cwd: ROOT });
  const word = new RegExp(`^${basename(file).split('.')[0] ?? ''}[.-]`);
  const {
    quick = [],
    named = [],
    rest = [],
  } = Object.groupBy(tests, (test) =>
    /\.(repository|tenants)\.test\.ts$/.test(test) ? 'quick' : word.test(basename(test)) ? 'named' : 'rest',
  );
  return [quick, named, [...rest, 'server/src/access.test.ts']].filter((group) => group.length > 0);
}

/** Whether tests pass; null when one ran out of time. */
function testsPass(
  files: string[],
  env: NodeJS.ProcessEnv,
  { withinMs = HANGS_AFTER_MS, isTold = false } = {},
): Promise<boolean | null> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'verification/mutation/vitest.config.ts', ...files];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, CI: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, with which its workers end too.
    detached: true,
  });
  const end = () => killGroup(child.pid);
  const forget = atExit(end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-OUTPUT_KEPT);
      if (isTold) process.stderr.write(part);
    });
  const timer = setTimeout(end, withinMs);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      forget();
      resolve(code === 0 ? true : code === null || / timed out in \d+ms/.test(output) ? null : false);
    }),
  );
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function report(): void {
  const verdictOf = ({ id }: Mutant) => progress.state[id];
  const are = (...verdicts: string[]) => mutants.filter((mutant) => verdicts.includes(verdictOf(mutant) ?? ''));
  const survivors = are(SURVIVED);
  for (const { file, line, what } of survivors) console.warn(`survived: ${file}:${line} ${what}`);
  const [byMatrix, byTests, redundant] = [are(BY_MATRIX).length, are(BY_TEST).length, are(REDUNDANT).length];
  const left = mutants.length - byMatrix - byTests - redundant - survivors.length;
  console.warn(
    `${byMatrix + byTests} of ${mutants.length} mutants killed, ${byMatrix} of them by the matrix alone; ` +
      `${redundant} excused, each with its reason; ${survivors.length} survived, ${left} not judged`,
  );
  process.exitCode = survivors.length + left === 0 ? 0 : 1;
}
