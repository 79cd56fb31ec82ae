import { existsSync } from 'node:fs';
import { onPath } from './paths.mjs';

/** Where Debian puts WebKit's small browser, by architecture. */
const SMALL_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

/** Returns the Firefox of FIREFOX_PATH, else one on PATH. */
export function firefoxOfMachine() {
  return process.env['FIREFOX_PATH'] || onPath(['firefox-esr', 'firefox']);
}

/** Returns the driver, the small browser and the screen without a device of WebKit; undefined if one is missing. */
export function webKitOfMachine() {
  const driver = onPath(['WebKitWebDriver']);
  const browser = SMALL_BROWSERS.find((path) => existsSync(path));
  const screen = onPath(['Xvfb']);
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/** Returns a line for each engine whose journeys cannot run here. */
export function missingEngines() {
  const lines = [];
  if (!firefoxOfMachine()) lines.push('Firefox, for its journeys (on Debian: firefox-esr)');
  if (!webKitOfMachine()) lines.push('WebKit, for its journeys (on Debian: webkit2gtk-driver and xvfb)');
  return lines;
}
