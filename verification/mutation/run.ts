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
/** A test run that takes longer hangs (ms). */
const TEST_RUN_TIMEOUT_MS = 300_000;
/** So does the run of all mutants on the matrices (ms). */
const JUDGE_TIMEOUT_MS = 3_600_000;
/** Mutants tested in parallel, each in its own process. */
const CONCURRENCY = 2;
const OUTPUT_TAIL = 1_000_000;
const MATRICES = ['server/src/access-matrix.test.ts', 'server/src/access-matrix.events.test.ts'];

exitOnSignals();
const mutants = findMutants().filter(({ id }) => id.includes(values.only));
const loadProgress = () => new Progress<Verdicts>(values.results, 'mutants', {});
let progress = loadProgress();
if (values.list) for (const { file, line, what } of mutants) console.warn(`${file}:${line} ${what}`);
else await runAll();

async function runAll(): Promise<void> {
  const withVerdict = (...verdicts: (string | undefined)[]) =>
    mutants.filter(({ id }) => verdicts.includes(progress.state[id]));
  console.warn(
    `${mutants.length} mutants, ${mutants.length - withVerdict(undefined, MISSED).length} of them with a verdict already`,
  );
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const cache = temporaryFolder('cip-mutants-');
  const env = { ...process.env, DATABASE_URL: postgres.url, REDIS_URL: redis.url, MUTANTS_CACHE: cache.path };
  try {
    if (withVerdict(undefined).length > 0) await judgeByMatrices(env);
    progress = loadProgress();
    const pending = withVerdict(MISSED);
    await Promise.all(Array.from({ length: CONCURRENCY }, () => judgePending(pending, env)));
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    cache.remove();
  }
  report();
}

async function judgePending(pending: Mutant[], env: NodeJS.ProcessEnv): Promise<void> {
  for (let mutant = pending.shift(); mutant !== undefined; mutant = pending.shift()) {
    const verdict = await judgeByTests(mutant, { ...env, MUTANT: mutant.id });
    console.warn(`${verdict ?? 'no verdict: the tests timed out'}  ${mutant.file}:${mutant.line} ${mutant.what}`);
    if (verdict === null) continue;
    progress.state[mutant.id] = verdict;
    progress.save();
  }
}

/** Tries all mutants on the access matrices in one process, which saves its verdicts. */
async function judgeByMatrices(env: NodeJS.ProcessEnv): Promise<void> {
  if ((await testsPass(MATRICES, env)) !== true) throw new Error('The access matrix fails without a mutant.');
  const judging = JSON.stringify({ only: values.only, results: values.results });
  if ((await testsPass([], { ...env, JUDGING: judging }, { withinMs: JUDGE_TIMEOUT_MS, isPrinted: true })) !== true)
    throw new Error('Not every mutant was tried on the matrices; run again to resume.');
}

/** Returns the verdict of a mutant, or null when its tests timed out. */
async function judgeByTests(mutant: Mutant, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const files of nearby(mutant)) {
    const outcome = await testsPass(files, env);
    if (outcome !== true) return outcome === null ? null : BY_TEST;
  }
  return isRedundant(mutant) ? REDUNDANT : SURVIVED;
}

/** Returns the tests of the mutant's feature in groups: query tests, tests named after its file, then the others. */
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

/** Resolves to whether the tests pass, or null when they timed out. */
function testsPass(
  files: string[],
  env: NodeJS.ProcessEnv,
  { withinMs = TEST_RUN_TIMEOUT_MS, isPrinted = false } = {},
): Promise<boolean | null> {
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'verification/mutation/vitest.config.ts',
    ...files,
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, CI: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that its workers end with it.
    detached: true,
  });
  const end = () => killGroup(child.pid);
  const unregister = atExit(end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output = (output + part.toString()).slice(-OUTPUT_TAIL);
      if (isPrinted) process.stderr.write(part);
    });
  const timer = setTimeout(end, withinMs);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      unregister();
      resolve(code === 0 ? true : code === null || / timed out in \d+ms/.test(output) ? null : false);
    }),
  );
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}

function report(): void {
  const verdictOf = ({ id }: Mutant) => progress.state[id];
  const having = (...verdicts: string[]) => mutants.filter((mutant) => verdicts.includes(verdictOf(mutant) ?? ''));
  const survivors = having(SURVIVED);
  for (const { file, line, what } of survivors) console.warn(`survived: ${file}:${line} ${what}`);
  const [byMatrix, byTests, redundant] = [having(BY_MATRIX).length, having(BY_TEST).length, having(REDUNDANT).length];
  const left = mutants.length - byMatrix - byTests - redundant - survivors.length;
  console.warn(
    `${byMatrix + byTests} of ${mutants.length} mutants killed, ${byMatrix} of them by the matrix alone; ` +
      `${redundant} redundant, each with a reason; ${survivors.length} survived, ${left} without a verdict`,
  );
  process.exitCode = survivors.length + left === 0 ? 0 : 1;
}
