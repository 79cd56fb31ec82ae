import type { Page } from '@playwright/test';
import { editorOf, newLaptop } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, joinAsCandidate, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

const popover = (page: Page) => page.getByRole('group', { name: 'Not connected' });
const held = (page: Page) => page.getByLabel('What you type is held here');

/** Loses the network of a page and returns a function that brings it back. */
async function lose(page: Page): Promise<() => Promise<void>> {
  await page.context().setOffline(true);
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  return async () => {
    await page.context().setOffline(false);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  };
}

/** Types lines without looking, as fast as a robot, and loses nothing of them; then once more. */
async function typeThroughLosses(page: Page, other: Page, roomCode: string): Promise<void> {
  await typeAtEnd(page, '\nfirst\n');
  await expectCode(other, 'first');
  let back = await lose(page);
  await page.keyboard.type('while away\n');
  await page.keyboard.type('and on\n');
  await expect(popover(page)).toHaveCount(0);
  await expect(page.getByText('Working offline.')).toBeVisible();
  await back();
  await expectCode(other, 'and on');

  back = await lose(page);
  await page.keyboard.type('thrown');
  await expect(popover(page)).toContainText('Not connected');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discarded what you typed')).toBeVisible();
  await page.keyboard.type('second ');
  await expect(held(page)).toHaveValue('second ');
  await page.getByRole('button', { name: 'Keep typing on this device' }).click();
  await page.keyboard.type('loss\n');
  await back();
  await expectCode(other, 'second loss');

  back = await lose(page);
  await page.keyboard.type('until it is back');
  await back();
  await page.keyboard.type(', too\n');
  await expectCode(other, 'until it is back, too');
  const { code } = await readInterview(other, roomCode);
  const lines = ['first', 'while away', 'and on', 'second loss', 'until it is back, too', ''];
  expect(code.split('\n').slice(-lines.length)).toEqual(lines);
}

test(
  'holds what is typed into Monaco during two losses',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems, picture }) => {
    const roomCode = await openInterview(laptop);
    const candidate = await newLaptop(browser, baseURL, { problems, editor: 'monaco' });
    await joinAsCandidate(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await typeThroughLosses(candidate, laptop, roomCode);

    const back = await lose(candidate);
    await candidate.keyboard.press('ArrowUp');
    await candidate.keyboard.press('Home');
    // A word of an input method, as the first thing that is typed.
    const session = await candidate.context().newCDPSession(candidate);
    await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await expect(held(candidate)).toHaveValue('に');
    await session.send('Input.insertText', { text: '日本' });
    await expect(held(candidate)).toHaveValue('日本');
    await picture(candidate, 'held in Monaco');
    await back();
    await expectCode(candidate, '日本until it is back');
    await candidate.context().close();
  },
);

test(
  'holds what is typed into CodeMirror on a phone during two losses',
  { tag: '@even' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await typeThroughLosses(phone, laptop, roomCode);

    const back = await lose(phone);
    await editorOf(phone).tap({ position: { x: 60, y: 10 } });
    await expect(held(phone)).toBeFocused();
    await phone.keyboard.insertText('tapped');
    // The keys over the phone's keyboard are held, too.
    for (const name of ['(', ')']) await phone.getByRole('button', { name, exact: true }).tap();
    await expect(held(phone)).toHaveValue('tapped()');
    await picture(phone, 'held on a phone');
    const [line, input] = [await editorOf(phone).boundingBox(), await held(phone).boundingBox()];
    expect(input?.y).toBeLessThan((line?.y ?? 0) + 60);
    await back();
    await expectCode(phone, 'tapped()');
  },
);
