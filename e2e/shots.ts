import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { joinAsCandidate, newCompany, registerOnFreePlan, startInterview, typeAtEnd } from './steps.ts';

const FOLDER = 'test-results/shots';
const SCHEMES = ['light', 'dark'] as const;
const finger = { hasTouch: true, isMobile: true };
const DEVICES: { width: number; options: BrowserContextOptions }[] = [
  { width: 390, options: { viewport: { width: 390, height: 844 }, ...finger } },
  { width: 820, options: { viewport: { width: 820, height: 1180 }, ...finger } },
  { width: 1440, options: { viewport: { width: 1440, height: 900 } } },
];

interface Screen {
  name: string;
  path: (roomCode: string) => string;
  /** Whose storage the page has; without one it is a visitor's. */
  as?: 'interviewer' | 'candidate';
  ready?: (page: Page) => Promise<void>;
}

const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

const SCREENS: Screen[] = [
  { name: 'landing', path: () => '/' },
  { name: 'login', path: () => '/login' },
  { name: 'register', path: () => '/register' },
  { name: 'forgot password', path: () => '/forgot-password' },
  { name: 'reset password', path: () => `/reset-password#${'A'.repeat(43)}` },
  { name: 'not found', path: () => '/no-such-page' },
  { name: 'join card', path: (room) => `/codeshare/${room}` },
  { name: 'dashboard', path: () => '/dashboard', as: 'interviewer' },
  { name: 'plans', path: () => '/subscription-plans', as: 'interviewer' },
  { name: 'sessions', path: () => '/sessions', as: 'interviewer' },
  { name: 'interviewers', path: () => '/interviewers', as: 'interviewer' },
  { name: 'settings', path: () => '/settings', as: 'interviewer' },
  { name: 'room, interviewer', path: (room) => `/editor?room=${room}`, as: 'interviewer', ready: connected },
  { name: 'room, candidate', path: (room) => `/codeshare/${room}`, as: 'candidate', ready: connected },
];

test('every screen, at three widths, in both schemes', async ({ browser, laptop, phone, problems, baseURL }) => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await registerOnFreePlan(laptop, newCompany());
  const roomCode = await startInterview(laptop);
  const shootAs = async (who: Screen['as'], state: BrowserContextOptions) => {
    const screens = SCREENS.filter(({ as }) => as === who);
    for (const { width, options } of DEVICES)
      await shoot(browser, { ...options, ...state, ...(baseURL && { baseURL }) }, width, screens, roomCode);
  };
  // The join card first: it is there until somebody has joined.
  await shootAs(undefined, {});
  await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
  await typeAtEnd(phone, '\nSELECT name FROM engines\nWHERE year = 1837;\n');
  await shootAs('interviewer', { storageState: await laptop.context().storageState() });
  await shootAs('candidate', { storageState: await phone.context().storageState() });
  await writeFile(`${FOLDER}/index.html`, sheet());
  // Pictures are judged by eye; a page that could not load something is no reason not to have them.
  problems.length = 0;
});

async function shoot(
  browser: Browser,
  options: BrowserContextOptions,
  width: number,
  screens: Screen[],
  roomCode: string,
): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const { name, path, ready } of screens) {
    await page.goto(path(roomCode));
    await page.getByRole('heading').first().waitFor();
    await ready?.(page);
    await page.waitForLoadState('networkidle');
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${FOLDER}/${fileOf(name, width, colorScheme)}` });
    }
  }
  await context.close();
}

function fileOf(name: string, width: number, scheme: string): string {
  return `${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`;
}

/** All pictures on one page, a row a screen. */
function sheet(): string {
  const rows = SCREENS.map(({ name }) => {
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
