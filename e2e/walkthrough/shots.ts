import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { test } from '../support/fixtures.ts';
import { openPages } from './tour.ts';
import { TOURS } from './tours.ts';
import { makeWorld } from '../support/world.ts';

const FOLDER = 'test-results/shots';
const SCHEMES = ['light', 'dark'] as const;
/** A page that is told of another scheme gets this long to look like it, in milliseconds. */
const SETTLE_MS = 150;
const finger = { hasTouch: true, isMobile: true };
const DEVICES: { width: number; options: BrowserContextOptions }[] = [
  { width: 390, options: { viewport: { width: 390, height: 844 }, ...finger } },
  { width: 820, options: { viewport: { width: 820, height: 1180 }, ...finger } },
  { width: 1440, options: { viewport: { width: 1440, height: 900 } } },
];
/** Pages that are longer than a screen and worth seeing whole. */
const WHOLE = ['landing', 'plans', 'settings', 'register', 'dashboard'];

test('every screen, at three widths, in both schemes', async ({ browser, problems, baseURL: origin }) => {
  const baseURL = origin ?? '';
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const world = await makeWorld(baseURL);
  const names = new Set<string>();
  for (const { width, options } of DEVICES) {
    const { open, done } = openPages(browser, { ...options, baseURL });
    const still = async (name: string, page: Page) => {
      names.add(name);
      await page.locator('h1, h2').first().waitFor();
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (WHOLE.includes(name)) await loadPictures(page);
        await page.waitForTimeout(SETTLE_MS);
        const path = `${FOLDER}/${fileOf(name, width, colorScheme)}`;
        await page.screenshot({ path, fullPage: WHOLE.includes(name) });
      }
    };
    for (const tour of TOURS) await tour({ world, open, still });
    await done();
  }
  await world.close();
  await writeFile(`${FOLDER}/index.html`, sheet([...names]));
  // Pictures are judged by eye; a page that could not load something is no reason not to have them.
  problems.length = 0;
});

/** Settles when the pictures below the screen are there too. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager';
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}

function fileOf(name: string, width: number, scheme: string): string {
  return `${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`;
}

/** All pictures on one page, a row a screen. */
function sheet(names: string[]): string {
  const rows = names.map((name) => {
    const pictures = DEVICES.flatMap(({ width }) =>
      SCHEMES.map((scheme) => {
        const file = fileOf(name, width, scheme);
        return `<a href="${file}"><img src="${file}" alt="${name}, ${width} px, ${scheme}" loading="lazy"></a>`;
      }),
    );
    return `<h2>${name}</h2><div>${pictures.join('')}</div>`;
  });
  const style =
    'body{margin:32px;font:16px system-ui;background:#888}div{display:flex;gap:16px;align-items:start;overflow-x:auto}img{height:420px}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title><style>${style}</style><h1>Every screen</h1>${rows.join('')}</html>`;
}
