import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findMutants } from './find.ts';
import { withSwitches } from './switches.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutants to judge and the folder of their verdicts. */
    judging: { only: string; results: string | undefined };
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const judging = JSON.parse(process.env['JUDGING'] ?? 'null') as { only: string; results: string | undefined } | null;
const cache = process.env['MUTANTS_CACHE'];
const byFile = Map.groupBy(findMutants(), ({ file }) => `${root}${file}`);

/**
 * Runs the server's tests, or the judge, with every mutant behind a switch; the files on disk do not change. Transformed
 * modules are cached per run, because another run may have other code.
 */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'switches',
      enforce: 'pre',
      transform(_, id) {
        const file = id.split('?')[0] ?? '';
        const mutants = byFile.get(file);
        // The positions of mutants refer to the file on disk.
        return mutants && { code: withSwitches(readFileSync(file, 'utf8'), mutants), map: null };
      },
    },
  ],
  test: {
    name: 'server',
    globalSetup: ['server/src/testing/services/global-setup.ts'],
    ...(judging
      ? { include: ['verification/mutation/judge.ts'], provide: { judging }, disableConsoleIntercept: true }
      : { include: ['server/src/**/*.test.ts'], setupFiles: ['verification/mutation/switch-on.ts'] }),
    fsModuleCache: cache !== undefined,
    ...(cache !== undefined && { fsModuleCachePath: cache }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Several such runs work in parallel.
    maxWorkers: 1,
    bail: 1,
  },
});
