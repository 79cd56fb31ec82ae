import { defineConfig } from '@playwright/test';
import { devices } from './e2e/support/devices.ts';
import { chromiumOfMachine } from './scripts/chromium.mjs';
import { settingNames } from './scripts/settings.mjs';

const chromium = chromiumOfMachine();

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  // Most of a test waits, for timers and for the network it has taken away: two at a time need two thirds of the time.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    // The server takes a free port and prints it; Playwright reads it from there.
    baseURL: `http://localhost:${process.env['E2E_PORT'] ?? '0'}`,
    actionTimeout: 20_000,
    // Nothing of one test may be kept for another; the tests of the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace of every test costs a fifth of the processor's time: `--trace on` when one is looked for.
    trace: 'off',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'laptop', use: devices.laptop },
    { name: 'phone', use: devices.phone, testMatch: 'screens.spec.ts' },
  ],
  // On the embedded database; the web app has to be built.
  webServer: {
    command: `"${process.execPath}" e2e/support/serve.ts`,
    wait: { stdout: /Ready in \S+ s: http:\/\/localhost:(?<e2e_port>\d+)/ },
    env: {
      ...Object.fromEntries(settingNames().map((name) => [name, ''])),
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdout: 'pipe',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
