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
/** A run that takes longer hangs, which no test would let pass. */
const HANGS_AFTER_MS = 300_000;

const ROUTES = 'server/src/access-matrix.test.ts';
const EVENTS = 'server/src/access-matrix.events.test.ts';
const MATRIX = [ROUTES, EVENTS];
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
    const sound = waiting.length === 0 || (await testsPass(MATRIX, { ...env, MUTANT: '{}' }));
    if (!sound) throw new Error('The matrix fails without any mutant: nothing can be learned.');
    for (const mutant of waiting) {
      progress.state[mutant.id] = await judge(mutant, { ...env, MUTANT: JSON.stringify(mutant) });
      progress.keep();
      console.warn(`${progress.state[mutant.id]}  ${mutant.file}:${mutant.line} ${mutant.what}`);
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
  report();
}

async function judge(mutant: Mutant, env: NodeJS.ProcessEnv): Promise<string> {
  const matrix = ROUTES_ALONE.test(mutant.file) ? [ROUTES] : EVENTS_ALONE.test(mutant.file) ? [EVENTS] : MATRIX;
  if (!(await testsPass(matrix, env))) return 'killed by the matrix';
  const own = globSync(`${dirname(mutant.file)}/*.test.ts`, { cwd: ROOT });
  const nearby = own.length > 0 ? own : ['server/src/features'];
  return (await testsPass([...nearby, 'server/src/access.test.ts'], env)) ? SURVIVED : 'killed by a test';
}

/** Whether tests pass; ones that do not end are not passed. */
function testsPass(files: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'chaos/mutants/vitest.config.ts', ...files];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...env, CI: '1' }, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), HANGS_AFTER_MS);
  return new Promise((resolve) =>
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    }),
  );
}

function report(): void {
  const survivors = mutants.filter((mutant) => verdictOf(mutant) === SURVIVED);
  for (const { file, line, what } of survivors) console.warn(`survived: ${file}:${line} ${what}`);
  const byMatrix = mutants.filter((mutant) => verdictOf(mutant) === 'killed by the matrix').length;
  const killed = mutants.length - survivors.length;
  console.warn(`${killed} of ${mutants.length} mutants killed, ${byMatrix} of them by the matrix alone`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
}
