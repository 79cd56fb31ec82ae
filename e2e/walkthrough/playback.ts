import { expect } from '../support/fixtures.ts';
import { exampleRecording } from '../support/example-recording.ts';
import type { Walkthrough } from './walkthrough.ts';

/** The player of an interview of 47 minutes, at a failed run; and what it shows instead of a recording. */
export async function walkPlayback({ world, open, screenshot }: Walkthrough): Promise<void> {
  const page = await open(world.owner);
  const id = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
  await page.goto(`/sessions/${id}/playback`);
  await expect(page.getByText('back to sessions', { exact: false })).toBeVisible();
  await screenshot('playback, unknown', page);
  const headers = { 'content-type': 'application/octet-stream', etag: '"1"' };
  await page.route(`**/api/interview-sessions/${id}/playback`, (route) =>
    route.fulfill({ body: exampleRecording(), headers }),
  );
  await page.goto(`/sessions/${id}/playback#t=1765`);
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
  await expect(page.locator('.cm-line').getByText('return merged')).toBeVisible();
  await screenshot('playback', page);
  const moments = page.getByRole('button', { name: 'Moments' });
  if (!(await moments.isVisible())) return;
  await moments.click();
  await expect(page.getByRole('dialog', { name: 'Moments' })).toBeVisible();
  await screenshot('playback, moments', page);
}
