import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const node = { environment: 'node', sequence: { concurrent: false } } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...node, name: 'contracts', root: 'contracts', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          include: ['server/src/**/*.test.ts', 'migrations/**/*.test.ts'],
          globalSetup: ['server/src/testing/services/global-setup.ts'],
          // A first start of a database or a hash at full strength on a busy machine.
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          root: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 10_000,
        },
      },
      { test: { ...node, name: 'scripts', include: ['scripts/**/*.test.mjs'], testTimeout: 20_000 } },
    ],
  },
});
