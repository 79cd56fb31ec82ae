import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Pictures of every screen, taken with the product of the browser tests. */
export default defineConfig({
  ...tests,
  testDir: 'e2e/walkthrough',
  testMatch: ['shots.ts', 'app-pictures.ts'],
  // The pictures lie beside this folder, which is emptied at each start.
  outputDir: 'test-results/shots-work',
  timeout: 900_000,
  // The three widths side by side.
  workers: 3,
  projects: [{ name: 'shots' }],
});
