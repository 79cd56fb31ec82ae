import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Style sheets are empty, except if a test reads their colours or text.
const READ_STYLES = { include: [/editor\.css/, /\.css\?raw$/] };

/**
 * Web tests start after those of the server and with a worker less, because they wait for nothing: a third worker would
 * only load the app once more (151 s of the processor instead of 127).
 */
const AFTER_SERVER = { sequence: { groupOrder: 1 }, maxWorkers: Math.max(2, availableParallelism() - 1) };

export default defineConfig({
  test: {
    // On two cores, because most files wait for a database or a timer. A fourth worker would load all modules once more,
    // which costs more than the time that it finds idle (384 s of the processor instead of 360).
    maxWorkers: Math.max(3, availableParallelism() - 1),
    tags: [{ name: 'long', description: 'Runs in `npm run test:all` only: minutes, or a whole matrix.' }],
    projects: [
      { test: { name: 'contracts', include: ['contracts/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'migrations/**/*.test.ts'],
          globalSetup: ['server/src/testing/services/global-setup.ts'],
          // Because every file starts a server, its modules are loaded once for each worker, in two thirds of the time.
          isolate: false,
          // Covers a first start of a database and password hashes on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A state in a database, a mailbox or a process, on a busy machine; no claim about its speed.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'web',
          ...AFTER_SERVER,
          // A worker evaluates libraries once; setup.ts gives each file modules and a page of its own.
          isolate: false,
          environment: 'node',
          include: ['web/src/**/*.test.ts', 'web/{runner,run-assets}/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts'],
          setupFiles: ['web/src/testing/setup.ts'],
          css: READ_STYLES,
          testTimeout: 30_000,
        },
      },
      // Code that needs a document, but draws no screen. A project of its own, because a worker that changes between
      // environments restarts.
      {
        test: {
          name: 'web-dom',
          ...AFTER_SERVER,
          isolate: false,
          environment: 'jsdom',
          include: ['web/**/*.dom.test.ts'],
          setupFiles: ['web/src/testing/setup.ts'],
          css: READ_STYLES,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'screens',
          ...AFTER_SERVER,
          // As in `web`.
          isolate: false,
          environment: 'jsdom',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup.ts', 'web/src/testing/setup-screens.ts'],
          css: READ_STYLES,
          testTimeout: 30_000,
        },
      },
      // A schedule takes up to a minute, because it kills and disconnects real nodes.
      {
        test: {
          name: 'verification',
          include: ['verification/{faults,fuzz,load,outbox,soak,support}/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 60_000 } },
    ],
  },
});
