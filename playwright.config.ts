import { defineConfig } from '@playwright/test';
import { devices } from './testkit/devices.ts';
import { chromiumOfMachine } from './scripts/chromium.mjs';
import { settingNames } from './scripts/settings.mjs';

const chromium = chromiumOfMachine();

/** Features of Chromium that the tests do not need. */
const DISABLED_FEATURES = [
  // Each window would load the popups of its address bar, which take half a second of the processor.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process in reserve for each window would take a twentieth of the processor, and is rarely used.
  'SpareRendererForSitePerProcess',
  // Playwright's own list, which this one replaces.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Journeys in Firefox and WebKit. */
const ENGINES = /specs\/engine[^/]*\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env['CI']),
  // Two at a time need two thirds of the time, because a test mostly waits for timers and for a network that is off.
  workers: 2,
  // Several times as long as the longest of them takes on an idle machine.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  use: {
    // The server takes a free port and prints it; Playwright reads it from there. On the name localhost, the room's
    // client would not close its socket while there is no network, and Chromium would keep a core busy.
    baseURL: `http://127.0.0.1:${process.env['E2E_PORT'] ?? '0'}`,
    actionTimeout: 20_000,
    // Nothing of one test may be kept for another; the tests of the installed app allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Off, because traces cost a fifth of the processor's time; pass `--trace on` if you need one.
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
        // The pages of a context share a process, which saves a tenth of the processor.
        '--process-per-site',
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
  projects: [
    // One at a time, because each draws without a graphics processor. First, because together they take longest.
    { name: 'engines', use: devices.laptop, testMatch: ENGINES, workers: 1 },
    { name: 'laptop', use: devices.laptop, testIgnore: ENGINES },
  ],
  // On the embedded database; the web app has to be built. Its e-mails are in the folder `outbox` of its data.
  webServer: {
    command: `"${process.execPath}" e2e/support/serve.ts`,
    wait: { stdout: /^Data in (?<e2e_data>.+)$[^]*Ready in \S+ s: http:\/\/localhost:(?<e2e_port>\d+)/m },
    env: {
      ...Object.fromEntries(settingNames().map((name) => [name, ''])),
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      PASSWORD_HASHING: 'fast',
      LOG_LEVEL: 'warn',
    },
    stdout: 'pipe',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
