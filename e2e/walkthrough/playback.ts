import type { PlaybackFrame } from '@cip/contracts/playback/playback-format';
import type { Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { exampleRecording } from '../support/example-recording.ts';
import type { Walkthrough } from './walkthrough.ts';

const ID = '0b7c6a0e-5d1f-4c3a-9e52-6f4f3c1f2a01';
const headers = { 'content-type': 'application/octet-stream', etag: '"1"' };

const EXTRAS: PlaybackFrame[] = [
  {
    kind: 'questions',
    questions: [{ number: 1, text: '# Merge intervals\n\nReturn them **sorted**, without overlaps.' }],
  },
  {
    kind: 'scorecards',
    scorecards: [
      {
        author: 'Maya Okafor',
        fromPlayback: false,
        submittedAt: '2026-11-17T15:05:00.000Z',
        overall: 'yes',
        summary: 'Found her own fault within a minute.',
        ratings: [
          {
            criterion: 'Tests and finds faults',
            grade: 3,
            meaning: 'Chose good cases and fixed faults alone.',
            evidence: 'Ran it with an interval inside another one.',
          },
        ],
      },
    ],
  },
];

/** Opens the player of an example at a moment (s), for a signed-in page. */
export async function openExample(page: Page, seconds: number): Promise<void> {
  await page.route(`**/api/interview-sessions/${ID}/playback`, (route) =>
    route.fulfill({ body: exampleRecording(), headers }),
  );
  await page.goto(`/sessions/${ID}/playback#t=${seconds}`);
  await page.reload();
  await expect(page.getByRole('slider', { name: 'Timeline' })).toBeVisible();
  await expect(page.locator('.cm-line').getByText('return merged')).toBeVisible();
}

/** Opens a review link with everything that it can show, and a removed stretch. */
export async function openReview(page: Page): Promise<void> {
  const body = exampleRecording({ candidateName: null, closed: [{ from: 1_500_000, to: 1_620_000 }] }, EXTRAS);
  await page.route('**/api/public/review', (route) => route.fulfill({ body, headers }));
  await page.goto(`/review#${'A'.repeat(22)}&t=1765`);
  await expect(page.getByRole('heading', { name: 'The candidate' })).toBeVisible();
  const moments = page.getByRole('button', { name: 'Moments' });
  if (await moments.isVisible()) await moments.click();
  await page.getByRole('tab', { name: 'Scorecards' }).click();
  await expect(page.getByText('3 of 4')).toBeVisible();
}

/** The player of an interview of 47 minutes, at a failed run; and its screens if there is no recording. */
export async function walkPlayback({ world, open, screenshot, also }: Walkthrough): Promise<void> {
  const reader = await open();
  await openReview(reader);
  await screenshot('review', reader);
  const page = await open(world.owner);
  await also(async () => {
    await page.goto(`/sessions/${ID}/playback`);
    await expect(page.getByRole('link', { name: 'Back to sessions' })).toBeVisible();
    await screenshot('playback, unknown', page);
  });
  await openExample(page, 1_765);
  await screenshot('playback', page);
  await also(async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove a section' }).click();
    await page.getByLabel('To', { exact: true }).fill('30:30');
    await expect(page.getByRole('status').filter({ hasText: 'become one step' })).toBeVisible();
    await screenshot('playback, remove a stretch', page);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
  const moments = page.getByRole('button', { name: 'Moments' });
  if (!(await moments.isVisible())) return;
  await moments.click();
  await expect(page.getByRole('dialog', { name: 'Moments' })).toBeVisible();
  await screenshot('playback, moments', page);
}
