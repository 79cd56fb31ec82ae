import { setTimeout } from 'node:timers/promises';
import type { Interview } from '@cip/contracts/interviews/interviews';
import type { Locator, Page } from '@playwright/test';
import { smallTargets } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { layoutShift } from '../support/layout-shift.ts';
import { makeWorld, type World } from '../support/world.ts';
import { openPages } from '../walkthrough/walkthrough.ts';

const LONG = { tag: '@long' };
/** How long each reply takes, so that every screen is seen without it (ms). */
const SLOW_MS = 700;
/** The largest layout shift of a screen while it loads. */
const SHIFT_MAX = 0.01;
/** The least height of a control for a pointer (CSS pixels). */
const POINTER_PX = 24;

interface Opened {
  /** Opens the screen. */
  open: () => Promise<unknown>;
  /** Appears with the last data of the screen. */
  last: Locator;
}

const LAPTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const NARROW = { viewport: { width: 320, height: 700 }, isMobile: true, hasTouch: true };

const tokenOf = ({ owner }: World) => owner.storage.find(({ name }) => name === 'token')?.value ?? '';

/** Decides about the ended session. Returns its id. */
async function decide(page: Page, world: World): Promise<string> {
  const headers = { authorization: `Bearer ${tokenOf(world)}` };
  const reply = await page.request.get(`/api/interview-sessions/room/${world.rooms.completed}`, { headers });
  const { session } = (await reply.json()) as { session: Interview };
  const data = { decision: 'advance', reason: 'Finds the customers who came back.' };
  const decided = await page.request.put(`/api/interview-sessions/${session.id}/decision`, { headers, data });
  expect(decided.status()).toBe(200);
  return session.id;
}

function screensOf(page: Page, world: World, ids: { ended: string; question: string }): Record<string, Opened> {
  const { completed, scheduled } = world.rooms;
  const at = (address: string, last: Locator): Opened => ({ open: () => page.goto(address), last });
  const sheet = page.getByRole('dialog', { name: 'Session details' });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    dashboard: at('/dashboard', page.getByText('Member Since').or(page.getByText('Total Sessions')).first()),
    'details of an ended session': at(`/sessions?session=${completed}`, sheet.getByText(/^Language: SQL/)),
    'details of a scheduled session': at(`/sessions?session=${scheduled}`, sheet.getByText('Candidate link')),
    scorecards: at(`/sessions/${ids.ended}`, page.getByText(/^Advance, by /)),
    playback: at(`/sessions/${ids.ended}/playback`, page.getByRole('button', { name: 'Play', exact: true })),
    'question form': at(`/questions/${ids.question}`, page.getByLabel('Text for the candidate').first()),
    settings: at('/settings', page.getByText('Company Profile').first()),
    'settings, data': at('/settings#data', section('Data').getByRole('button', { name: 'Save retention' })),
    'settings, devices': at('/settings#where-you-re-signed-in', page.getByText('This device')),
    'settings, two-step': at('/settings#two-step-sign-in', section('Two-Step Sign-In').getByRole('button')),
    'settings, API keys': at('/settings#api-keys', page.getByText('None yet').first()),
    'settings, activity': at('/settings#activity', section('Activity').getByRole('button').first()),
    'the candidate’s end': at(`/codeshare/${completed}`, page.getByRole('alertdialog', { name: 'Session Ended' })),
  };
}

for (const [size, device] of Object.entries({ laptop: LAPTOP, phone: PHONE }))
  test(`moves nothing on a ${size} while slow replies arrive`, LONG, async ({ browser, baseURL }) => {
    const world = await makeWorld(baseURL ?? '');
    const pages = openPages(browser, { ...device, baseURL: baseURL ?? '' });
    const page = await pages.open(world.owner);
    const ids = { ended: await decide(page, world), question: await world.addQuestion('Parcels') };
    await page.route('**/api/**', async (route) => {
      await setTimeout(SLOW_MS);
      await route.continue();
    });
    for (const [name, { open, last }] of Object.entries(screensOf(page, world, ids)))
      await test.step(name, async () => {
        // So that an address that differs by its hash is opened anew.
        await page.goto('about:blank');
        await open();
        await expect(last).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
      });

    await test.step('the list of questions in a room', async () => {
      const room = await world.startRoom();
      await page.goto(`/editor?room=${room}`);
      if (size === 'phone') await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole(size === 'phone' ? 'menuitem' : 'button', { name: 'Questions' }).click();
      const panel = page.getByRole('dialog', { name: 'Questions' });
      await expect(panel.getByRole('button', { name: /^Parcels/ })).toBeVisible();
      expect(await layoutShift(page)).toBeLessThan(SHIFT_MAX);
      await page.unroute('**/api/**');
      await world.endRoom(room);
    });
    await pages.done();
    await world.close();
  });

test('fits 320 pixels, fingers and pointers: details, rows and a question', LONG, async ({ browser, baseURL }) => {
  const world = await makeWorld(baseURL ?? '');
  const id = await world.addQuestion('Parcels');
  const phone = openPages(browser, { ...NARROW, baseURL: baseURL ?? '' });
  const page = await phone.open(world.owner);
  const sheets = Object.values(world.rooms).map((room) => `/sessions?session=${room}`);
  for (const address of ['/dashboard', '/sessions', '/questions', `/questions/${id}`, '/settings', ...sheets])
    await test.step(address, async () => {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.viewport.width);
      expect(await smallTargets(page)).toEqual([]);
    });
  await page.goto(`/questions/${id}`);
  const menu = await page.getByRole('button', { name: 'More', exact: true }).boundingBox();
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(menu?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
  await phone.done();

  const laptop = openPages(browser, { ...LAPTOP, baseURL: baseURL ?? '' });
  const wide = await laptop.open(world.owner);
  await wide.goto(`/sessions?session=${world.rooms.scheduled}`);
  for (const name of ['Edit name', 'Edit email', 'Change rules'])
    expect((await wide.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(POINTER_PX);
  await laptop.done();
  await world.close();
});
