import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openPages } from './walkthrough.ts';
import { WALKTHROUGHS } from './walkthroughs.ts';
import { makeWorld } from '../support/world.ts';

// Pictures of the browser that people have.
test.use({ needsChromium: true });

const FOLDER = 'test-results/shots';
const SCHEMES = ['light', 'dark'] as const;
/** Time for a page to change to another color scheme (ms). */
const SETTLE_MS = 150;
const finger = { hasTouch: true, isMobile: true };
const DEVICES: { width: number; options: BrowserContextOptions }[] = [
  { width: 390, options: { viewport: { width: 390, height: 844 }, ...finger } },
  { width: 820, options: { viewport: { width: 820, height: 1180 }, ...finger } },
  { width: 1440, options: { viewport: { width: 1440, height: 900 } } },
];
/** Pages that are captured in full height. */
const WHOLE = ['landing', 'plans', 'settings', 'register', 'dashboard', 'scorecard', 'debrief'];

// Side by side, because a walkthrough mostly waits for the server or for a picture.
test.describe.configure({ mode: 'parallel' });

for (const { width, options } of DEVICES)
  test(`every screen at ${width} pixels, in both schemes`, async ({ browser, problems, baseURL: origin }) => {
    const baseURL = origin ?? '';
    await removePictures(width);
    const world = await makeWorld(baseURL);
    const { open, done } = openPages(browser, { ...options, baseURL });
    const screenshot = async (name: string, page: Page) => {
      await page.locator('h1, h2').first().waitFor();
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (WHOLE.includes(name)) await loadPictures(page);
        await page.waitForTimeout(SETTLE_MS);
        const path = `${FOLDER}/${fileOf(name, width, colorScheme)}`;
        await page.screenshot({ path, fullPage: WHOLE.includes(name) });
      }
    };
    const also = (states: () => Promise<void>) => states();
    for (const walkthrough of WALKTHROUGHS) await walkthrough({ world, open, screenshot, also });
    await done();
    await world.close();
    await writeFile(`${FOLDER}/index.html`, sheet(await readdir(FOLDER)));
    // Screenshots are judged by eye; provoked load errors must not fail this test.
    problems.length = 0;
  });

/** Removes the earlier pictures of a width, because a screen may be gone. */
async function removePictures(width: number): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const file of await readdir(FOLDER)) if (file.includes(`-${width}-`)) await rm(`${FOLDER}/${file}`);
}

/** Resolves when the lazy images have loaded too. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}

function fileOf(name: string, width: number, scheme: string): string {
  return `${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`;
}

/** Returns a page of all pictures in the folder: a row per screen, by width and scheme. */
function sheet(files: string[]): string {
  const end = /-\d+-(light|dark)\.png$/;
  const names = [...new Set(files.filter((file) => end.test(file)).map((file) => file.replace(end, '')))].toSorted();
  const rows = names.map((name) => {
    const pictures = DEVICES.flatMap(({ width }) => SCHEMES.map((scheme) => ({ width, scheme })))
      .map(({ width, scheme }) => ({ file: fileOf(name, width, scheme), caption: `${width} px, ${scheme}` }))
      .filter(({ file }) => files.includes(file))
      .map(
        ({ file, caption }) =>
          `<figure><a href="${file}"><img src="${file}" alt="${name}, ${caption}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`,
      );
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  });
  const style =
    'body{margin:32px;font:16px system-ui;background:#888}div{display:flex;gap:16px;align-items:start;overflow-x:auto}figure{margin:0}img{height:420px}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${style}</style><h1>Every screen</h1>${rows.join('')}</html>`;
}
