import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { exampleRecording } from '../support/example-recording.ts';
import type { Walkthrough } from './walkthrough.ts';

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';

/** Opens the player of an example at a moment (s), for a signed-in page. */
export async function openExample(page: Page, seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', etag: '"1"' };
  await page.route(`**/api/interview-sessions/${ID}/playback`, (route) =>
    route.fulfill({ body: exampleRecording(), headers }),
  );
  await page.goto(`/sessions/${ID}/playback#t=${seconds}`);
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
  await expect(page.locator('.cm-line').getByText('return merged')).toBeVisible();
}

/** The player of an interview of 47 minutes, at a failed run; and what it shows instead of a recording. */
export async function walkPlayback({ world, open, screenshot }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  await page.goto(`/sessions/${ID}/playback`);
  await expect(page.getByRole('link', { name: 'Back to sessions' })).toBeVisible();
  await screenshot('playback, unknown', page);
  await openExample(page, 1_765);
  await screenshot('playback', page);
  const moments = page.getByRole('button', { name: 'Moments' });
  if (!(await moments.isVisible())) return;
  await moments.click();
  await expect(page.getByRole('dialog', { name: 'Moments' })).toBeVisible();
  await screenshot('playback, moments', page);
}
