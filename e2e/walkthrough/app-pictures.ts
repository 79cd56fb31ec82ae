import { mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page, PageScreenshotOptions } from '@playwright/test';
import { putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { runButton, RUNTIME_MS, write } from '../support/runs.ts';
import { toIco } from './ico.ts';
import { openExample } from './playback.ts';
import { joinAsCandidate, newCompany, registerOnFreePlan, startInterview } from '../support/steps.ts';

// Pictures of the browser that people have.
test.use({ needsChromium: true });

// Makes the images of the web app's manifest and of the landing page: the icons and the link preview from the product's
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

/** Code that runs as it is, in lines that fit a phone. */
const ORDERS = `-- Who came back in May?
WITH paid (name, sum) AS (
  VALUES ('Aicha', 40),
    ('Tom', 25),
    ('Ben', 8),
    ('Aicha', 12),
    ('Ben', 30))
SELECT name, SUM(sum)
FROM paid GROUP BY name
HAVING COUNT(*) > 1
ORDER BY 2 DESC;
`;

test('screenshots', async ({ browser, laptop, phone, problems, baseURL }) => {
  await mkdir(`${PUBLIC}/screenshots`, { recursive: true });
  const company = newCompany();
  await registerOnFreePlan(laptop, { ...company, name: 'Analytical Engines' });
  const roomCode = await startInterview(laptop);
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await write(laptop, ORDERS);
  await runAndSee(laptop);
  await expect(phone.getByText('HAVING')).toBeVisible();
  await shoot(phone, 'narrow-room');
  const as = { ...(baseURL && { baseURL }), storageState: await laptop.context().storageState() };
  const wide = await open(browser, { ...as, viewport: { width: 1280, height: 800 } });
  await wide.goto(`/editor?room=${roomCode}`);
  await showOutput(wide);
  await shoot(wide, 'wide-room');
  await wide.goto('/dashboard');
  await shoot(wide, 'wide-dashboard');
  const narrow = await open(browser, { ...as, ...devices.phone });
  await narrow.goto('/sessions');
  await shoot(narrow, 'narrow-sessions');
  problems.length = 0;
});

/** The upper part of a laptop, without the link's strip, and a phone as wide as the landing page shows it. */
const FRAMES = {
  laptop: { viewport: { width: 1120, height: 892 }, deviceScaleFactor: 1560 / 1120 },
  phone: { ...devices.phone, viewport: { width: 312, height: 520 }, deviceScaleFactor: 2 },
};

test('pictures of the landing page', async ({ browser, laptop, problems, baseURL }) => {
  await mkdir(`${PUBLIC}/pictures`, { recursive: true });
  await registerOnFreePlan(laptop, { ...newCompany(), name: 'Northwind' });
  const roomCode = await startInterview(laptop);
  const link = `/codeshare/${roomCode}`;
  const base = { ...(baseURL && { baseURL }) };
  const phone = await open(browser, { ...base, ...FRAMES.phone });
  await joinAsCandidate(phone, link, 'Jonas Weber');
  await write(laptop, ORDERS);
  // Without the hint about sending lines.
  await laptop.getByText('Realtime (each key)').click();
  await runAndSee(laptop);
  await expect(phone.getByText('HAVING')).toBeVisible();
  const [ofOwner, ofCandidate] = await Promise.all([laptop, phone].map((page) => page.context().storageState()));
  await laptop.close();
  await phone.close();
  for (const scheme of ['light', 'dark'] as const) {
    const wide = await open(browser, { ...base, ...FRAMES.laptop, ...(ofOwner && { storageState: ofOwner }) });
    const narrow = await open(browser, { ...base, ...FRAMES.phone, ...(ofCandidate && { storageState: ofCandidate }) });
    for (const page of [wide, narrow]) await setScheme(page, scheme);
    await wide.goto(`/editor?room=${roomCode}`);
    await narrow.goto(link);
    for (const page of [wide, narrow]) await expect(page.getByText('HAVING')).toBeVisible({ timeout: 30_000 });
    await expect(
      wide
        .getByText('2/', { exact: false })
        .or(wide.getByRole('button', { name: /Jonas/ }))
        .first(),
    ).toBeVisible();
    await showOutput(wide);
    await shoot(wide, `../pictures/laptop-${scheme}`, { x: 0, y: 0, width: 1120, height: 747 });
    await shoot(narrow, `../pictures/phone-${scheme}`);
    await Promise.all([wide, narrow].map((page) => page.context().close()));
  }
  problems.length = 0;
});

/** Runs the code in the room. */
async function runAndSee(page: Page): Promise<void> {
  await runButton(page).click();
  await expect(page.getByRole('cell', { name: 'Aicha' })).toBeVisible({ timeout: RUNTIME_MS });
}

/** Opens the output of the room's last run. */
async function showOutput(page: Page): Promise<void> {
  await expect(page.getByText('HAVING')).toBeVisible({ timeout: 30_000 });
  const isShown = page.getByRole('cell', { name: 'Aicha' });
  await expect(isShown.or(page.getByRole('button', { name: 'Show output' })).first()).toBeEnabled();
  if (!(await isShown.isVisible())) await page.getByRole('button', { name: 'Show output' }).click();
  await expect(isShown).toBeVisible();
  await page.getByRole('log', { name: 'Output' }).evaluate((log) => (log.scrollTop = 0));
}

/** The picture is 1600 px wide. */
const PLAYER = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 4 / 3 };
const PLAYER_PHONE = { ...devices.phone, viewport: { width: 390, height: 640 }, deviceScaleFactor: 2 };
/** A failed run (s). */
const FAILED_RUN = 1_761;

test('pictures of the player', async ({ browser, laptop, problems, baseURL }) => {
  const { owner } = await registerOnPlan(laptop.request, newCompany(), 'paid');
  await putStorage(laptop, visitor(owner));
  const storageState = await laptop.context().storageState();
  for (const scheme of ['light', 'dark'] as const) {
    const page = await open(browser, { ...(baseURL && { baseURL }), ...PLAYER, storageState });
    await setScheme(page, scheme);
    await openExample(page, FAILED_RUN);
    await shoot(page, `../pictures/player-${scheme}`);
    await page.context().close();
    const phone = await open(browser, { ...(baseURL && { baseURL }), ...PLAYER_PHONE, storageState });
    await setScheme(phone, scheme);
    await openExample(phone, FAILED_RUN);
    // The run, the timeline with its moments, and the controls.
    await shoot(phone, `../pictures/player-phone-${scheme}`, { x: 0, y: 288, width: 390, height: 250 });
    await phone.context().close();
  }
  problems.length = 0;
});

/** Chooses the scheme of the page and of its editor. */
async function setScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('color-mode', chosen);
    localStorage.setItem('editor-settings', JSON.stringify({ theme: chosen }));
    localStorage.setItem('runs-explained', 'true');
  }, scheme);
}

/** Returns a style for a font of the product, which a page without an address cannot load. */
function fontFace(family: string, name: string): string {
  const file = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  return `@font-face{font-family:'${family}';font-weight:100 900;src:url(data:font/woff2;base64,${file.toString('base64')})}`;
}

const PREVIEW = { width: 1200, height: 630 };

test('link preview', async ({ page }) => {
  await page.setViewportSize(PREVIEW);
  await page.setContent(`<style>
    ${fontFace('Geist', 'geist')}${fontFace('JetBrains Mono', 'jetbrains-mono')}
    body{margin:0;height:630px;background:#fbfaf7;color:#1b1a16;font:600 68px/1.06 Geist;letter-spacing:-.035em}
    main{padding:72px 80px}p{display:flex;gap:20px;align-items:center;margin:0 0 76px;font-size:30px;letter-spacing:-.015em}
    pre{margin:64px 0 0;padding:30px 40px;border:2px solid #c5c0b2;border-radius:20px;background:#fff;font:400 27px/1.75 'JetBrains Mono';letter-spacing:0}
    b{font-weight:500;color:#2a3fb6}i{display:inline-block;width:3px;height:34px;vertical-align:-7px}
    s{margin-left:10px;padding:2px 12px;border-radius:8px;color:#fff;font:600 20px/1.5 Geist;text-decoration:none;vertical-align:2px}
    </style><main><p><svg width="56" height="56" viewBox="8 8 48 48">${MARK.replaceAll('#fbfaf7', INK).replaceAll('#8d9eff', '#2c43c4')}</svg>Code Interview Platform</p>
    Live technical interviews<br>in one shared editor<pre><b>SELECT</b> c.name, <b>COUNT</b>(*) <b>AS</b> orders<i style="background:#2c43c4"></i><s style="background:#2c43c4">Maya</s>
<b>FROM</b> orders o <b>JOIN</b> customers c<i style="background:#a8480c"></i><s style="background:#a8480c">Jonas</s></pre></main>`);
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByText('Jonas')).toBeVisible();
  await page.screenshot({ path: `${PUBLIC}/preview.png` });
});

async function open(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  return (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage();
}

async function shoot(page: Page, name: string, clip?: PageScreenshotOptions['clip']): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1_000);
  // The name of a moving cursor covers code.
  await expect(page.locator('[data-peers-moving]:not([data-peers-moving=""])')).toHaveCount(0);
  // News such as an arrival goes by itself.
  await expect(page.getByText(/ joined$/)).toHaveCount(0, { timeout: 30_000 });
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
  await page.screenshot({ path: `${PUBLIC}/screenshots/${name}.png`, ...(clip && { clip }) });
}
