import { fileURLToPath } from 'node:url';
import type { Mutant } from './find.ts';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../../', import.meta.url));
const mutant = JSON.parse(process.env['MUTANT'] ?? '{}') as Partial<Mutant>;

/** The server's tests on a server from which one thing was taken away; the files themselves stay as they are. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform(code, id) {
        const { file, start, end, text } = mutant;
        if (file === undefined || start === undefined || id.split('?')[0] !== `${root}${file}`) return undefined;
        return { code: code.slice(0, start) + (text ?? '') + code.slice(end), map: null };
      },
    },
  ],
  test: {
    name: 'server',
    include: ['server/src/**/*.test.ts'],
    globalSetup: ['server/src/testing/services/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 1,
  },
});
