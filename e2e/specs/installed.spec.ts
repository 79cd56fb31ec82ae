import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { whenKept } from '../support/installed.ts';
import { traceWhile } from '../support/trace.ts';

interface Manifest {
  id: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
  shortcuts: { url: string }[];
}

// The headless shell installs nothing, so it names no installability errors.
test.use({ needsChromium: true });

/** A browser with a profile on the disk: without one, no app can be installed and no compiled code is cached. */
const installing = test.extend<{ profile: BrowserContext }>({
  profile: async ({ baseURL, launchOptions }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'cip-profile-'));
    const options = { ...launchOptions, serviceWorkers: 'allow' as const, ...(baseURL && { baseURL }) };
    const context = await chromium.launchPersistentContext(folder, options);
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});

installing('has no installability errors in Chromium', async ({ profile }) => {
  const page = await profile.newPage();
  await page.goto('/login');
  await whenKept(page);
  const session = await profile.newCDPSession(page);
  await session.send('Page.enable');
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  await expect.poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

installing('runs cached modules without writing compiled code to the disk', { tag: '@long' }, async ({ profile }) => {
  const page = await profile.newPage();
  await page.goto('/login');
  await whenKept(page);
  const seen = await traceWhile(page, ['devtools.timeline', 'v8'], async () => {
    await page.reload();
    // Chromium writes the compiled code in the same turn in which the modules run.
    await expect(page.getByLabel('Email')).toBeVisible();
  });
  const modules = (what: string) =>
    seen.filter(({ name }) => name === what).flatMap(({ args }) => args.data?.url?.match(/\/assets\/.*/) ?? []);
  expect(modules('v8.compileModule')).not.toEqual([]);
  expect(modules('v8.produceModuleCache')).toEqual([]);
});

test(
  'gives every image of the manifest its declared size, and opens every URL',
  { tag: '@long' },
  async ({ request }) => {
    const response = await request.get('/manifest.webmanifest');
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await response.json()) as Manifest;
    expect(manifest.id).toBe('/');
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['any', 'maskable', 'monochrome']),
    );
    expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(
      expect.arrayContaining(['wide', 'narrow']),
    );
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/editor', '/sessions']);
    const pictures = [...manifest.icons, ...manifest.screenshots];
    for (const { src, sizes } of [...pictures, { src: '/icons/apple-touch-180.png', sizes: '180x180' }]) {
      const picture = await request.get(src);
      expect(picture.headers()['content-type'], src).toBe('image/png');
      const png = await picture.body();
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
    }
  },
);
