import { mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { devices } from '../support/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { toIco } from './ico.ts';
import { joinAsCandidate, newCompany, registerOnFreePlan, startInterview, typeAtEnd } from '../support/steps.ts';

// Makes the images of the web app's manifest, two of which the landing page shows too: the icons from the product's
// mark, the screenshots from the running product.

const PUBLIC = 'web/public';
const MARK =
  readFileSync(`${PUBLIC}/icon.svg`, 'utf8')
    .match(/<path[^>]*\/>/g)
    ?.join('') ?? '';
const INK = '#1b1a16';

/** The mark on a ground; `scale` is its share of the picture, 1 as in icon.svg. */
function drawn(ground: string, scale: number, mark = MARK): string {
  const moved = `translate(32 32) scale(${scale}) translate(-32 -32)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="100%">${ground}<g transform="${moved}">${mark}</g></svg>`;
}

const ROUNDED = `<rect width="64" height="64" rx="14" fill="${INK}" />`;
const FULL = `<rect width="64" height="64" fill="${INK}" />`;
const ICONS = [
  { name: 'any', sizes: [192, 512], svg: drawn(ROUNDED, 1) },
  // Systems cut out different shapes; the inner circle of four fifths always remains.
  { name: 'maskable', sizes: [192, 512], svg: drawn(FULL, 0.92) },
  { name: 'monochrome', sizes: [512], svg: drawn('', 1.2, MARK.replaceAll(/fill="[^"]*"/g, 'fill="#fff"')) },
  { name: 'apple-touch', sizes: [180], svg: drawn(FULL, 0.92) },
];
/** Sizes of the icon that browsers request by its URL (px). */
const FAVICON_SIZES = [16, 32, 48];

test('icons', async ({ page }) => {
  await mkdir(`${PUBLIC}/icons`, { recursive: true });
  for (const { name, sizes, svg } of ICONS)
    for (const size of sizes) await writeFile(`${PUBLIC}/icons/${name}-${size}.png`, await pictureOf(page, svg, size));
  const favicon: Parameters<typeof toIco>[0] = [];
  for (const size of FAVICON_SIZES) favicon.push({ size, png: await pictureOf(page, drawn(ROUNDED, 1), size) });
  await writeFile(`${PUBLIC}/favicon.ico`, toIco(favicon));
});

async function pictureOf(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

const CODE = `
SELECT country, count(*) AS engines
FROM engines
WHERE built_in >= 1837
GROUP BY country
ORDER BY engines DESC
LIMIT 3;
`;

test('screenshots', async ({ browser, laptop, phone, problems, baseURL }) => {
  await mkdir(`${PUBLIC}/screenshots`, { recursive: true });
  const company = newCompany();
  await registerOnFreePlan(laptop, { ...company, name: 'Analytical Engines' });
  const roomCode = await startInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(laptop, CODE);
  await expect(phone.getByText('LIMIT')).toBeVisible();
  await shoot(phone, 'narrow-room');
  const as = { ...(baseURL && { baseURL }), storageState: await laptop.context().storageState() };
  const wide = await open(browser, { ...as, viewport: { width: 1280, height: 800 } });
  await wide.goto(`/editor?room=${roomCode}`);
  await expect(wide.getByText('LIMIT')).toBeVisible({ timeout: 30_000 });
  await shoot(wide, 'wide-room');
  await wide.goto('/dashboard');
  await shoot(wide, 'wide-dashboard');
  const narrow = await open(browser, { ...as, ...devices.phone });
  await narrow.goto('/sessions');
  await shoot(narrow, 'narrow-sessions');
  problems.length = 0;
});

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage();
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  // The name of a moving cursor covers code.
  await expect(page.locator('[data-peers-moving]:not([data-peers-moving=""])')).toHaveCount(0);
  // The screenshot must not show the URL of the machine it was taken on.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (texts.currentNode.nodeValue?.includes(location.origin))
        texts.currentNode.nodeValue = texts.currentNode.nodeValue.replace(
          location.origin,
          'https://interviews.example',
        );
  });
  await page.screenshot({ path: `${PUBLIC}/screenshots/${name}.png` });
}
