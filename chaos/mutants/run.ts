import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../../server/src/testing/services/postgres.ts';
import { startRedis } from '../../server/src/testing/services/redis.ts';
import { Progress } from '../progress.ts';
import { findMutants, type Mutant } from './find.ts';

// npm run mutants [-- --only interviews.repository --list]
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
});

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A run that takes longer hangs. */
const HANGS_AFTER_MS = 300_000;
const OUTPUT_KEPT = 1_000_000;

const ROUTES = 'server/src/access-matrix.test.ts';
const EVENTS = 'server/src/access-matrix.events.test.ts';
/** What sockets never reach, and what calls never do. */
const ROUTES_ALONE =
  /features\/(audit|billing|company|exports|interviewers|retention)\/|contracts\/src\/(?!rooms|document-events)/;
const EVENTS_ALONE = /features\/rooms\/|contracts\/src\/(rooms|document-events)/;
const SURVIVED = 'SURVIVED';

const mutants = findMutants().filter(({ id }) => id.includes(values.only));
const progress = new Progress<Record<string, string>>(values.results, 'mutants', {});
const verdictOf = ({ id }: Mutant) => progress.state[id];
if (values.list) for (const { file, line, what } of mutants) console.warn(`${file}:${line} ${what}`);
else await runAll();

async function runAll(): Promise<void> {
  // Declarations last: what is weakened there changes the matrix's own headings.
  const waiting = mutants
    .filter((mutant) => verdictOf(mutant) === undefined)
    .toSorted((a, b) => Number(a.file.startsWith('contracts')) - Number(b.file.startsWith('contracts')));
  console.warn(`${mutants.length} mutants, ${mutants.length - waiting.length} of them judged already`);
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = { ...process.env, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  try {
    const needed = [...new Set(waiting.flatMap(matrixOf))];
    const isSound = needed.length === 0 || (await testsPass(needed, { ...env, MUTANT: '{}' }));
    if (isSound !== true) throw new Error('The matrix fails without any mutant: nothing can be learned.');
    for (const mutant of waiting) {
      const verdict = await judge(mutant, { ...env, MUTANT: JSON.stringify(mutant) });
      console.warn(`${verdict ?? 'not judged: the machine is too slow'}  ${mutant.file}:${mutant.line} ${mutant.what}`);
      if (verdict === null) continue;
      progress.state[mutant.id] = verdict;
      progress.keep();
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
  report();
}

function matrixOf({ file }: Mutant): string[] {
  return ROUTES_ALONE.test(file) ? [ROUTES] : EVENTS_ALONE.test(file) ? [EVENTS] : [ROUTES, EVENTS];
}

/** What became of a mutant; null when a test ran out of time, which says nothing of it. */
async function judge(mutant: Mutant, env: NodeJS.ProcessEnv): Promise<string | null> {
  const byMatrix = await testsPass(matrixOf(mutant), env);
  if (byMatrix !== true) return byMatrix === null ? null : 'killed by the matrix';
  const own = globSync(`${dirname(mutant.file)}/*.test.ts`, { cwd: ROOT });
  const nearby = own.length > 0 ? own : ['server/src/features'];
  const byTest = await testsPass([...nearby, 'server/src/access.test.ts'], env);
  return byTest === null ? null : byTest ? SURVIVED : 'killed by a test';
}

/** Whether tests pass; null when one ran out of time. */
function testsPass(files: string[], env: NodeJS.ProcessEnv): Promise<boolean | null> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'chaos/mutants/vitest.config.ts', ...files];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, CI: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-OUTPUT_KEPT)));
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? true : code === null || / timed out in \d+ms/.test(output) ? null : false);
    }),
  );
}

function report(): void {
  const survivors = mutants.filter((mutant) => verdictOf(mutant) === SURVIVED);
  for (const { file, line, what } of survivors) console.warn(`survived: ${file}:${line} ${what}`);
  const killed = (by: string) => mutants.filter((mutant) => verdictOf(mutant) === `killed by ${by}`).length;
  const [byMatrix, byTests] = [killed('the matrix'), killed('a test')];
  const left = mutants.length - byMatrix - byTests - survivors.length;
  console.warn(
    `${byMatrix + byTests} of ${mutants.length} mutants killed, ${byMatrix} of them by the matrix alone; ` +
      `${survivors.length} survived, ${left} not judged`,
  );
  process.exitCode = survivors.length + left === 0 ? 0 : 1;
}
