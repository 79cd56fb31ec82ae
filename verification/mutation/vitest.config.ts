import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { findMutants } from './find.ts';
import { withSwitches } from './switches.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which mutants are judged, and where their verdicts are kept. */
    judging: { only: string; results: string | undefined };
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const judging = JSON.parse(process.env['JUDGING'] ?? 'null') as { only: string; results: string | undefined } | null;
const cache = process.env['MUTANTS_CACHE'];
const byFile = Map.groupBy(findMutants(), ({ file }) => `${root}${file}`);

/**
 * The server's tests, or the judge, on a server with everything that can be taken away behind switches; the files
 * themselves stay as they are. What is loaded is kept in a folder of the run: another's may be of other code.
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
        // Where a mutant lies was found in the file as it is on disk.
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
    // Several of these run side by side.
    maxWorkers: 1,
    bail: 1,
  },
});
