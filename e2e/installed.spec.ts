import { chromium } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { whenKept } from './installed.ts';

interface Manifest {
  id: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose: string }[];
  screenshots: { src: string; sizes: string; form_factor: string }[];
  shortcuts: { url: string }[];
}

test('Chromium finds nothing that keeps the app from being installed', async ({ baseURL, launchOptions }) => {
  // Only a profile on the disk can install anything.
  const folder = await mkdtemp(join(tmpdir(), 'cip-profile-'));
  const context = await chromium.launchPersistentContext(folder, { ...launchOptions, serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    await page.goto(`${baseURL}/login`);
    await whenKept(page);
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    await expect
      .poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([]);
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('every picture of the manifest is there in the size it says, and every address opens', async ({ request }) => {
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
});
