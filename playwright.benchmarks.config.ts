import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** Times of the product in real browsers, one benchmark at a time. */
export default defineConfig({ ...tests, testDir: 'e2e/benchmarks', testMatch: '*.ts', workers: 1 });
