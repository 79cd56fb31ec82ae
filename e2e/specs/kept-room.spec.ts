import type { BrowserContext, Page } from '@playwright/test';
import { devices } from '../../testkit/devices.ts';
import { rowsOnDevice, whenUnsentOnDevice } from '../support/device-database.ts';
import { expect, test } from '../support/fixtures.ts';
import { goOffline, whenEngineKept, whenKept } from '../support/installed.ts';
import { PARCELS } from '../support/question.ts';
import { addQuestion, expectCode, joinAsCandidate, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

test.use({
  serviceWorkers: 'allow',
  expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

const disconnected = (page: Page) => page.getByText('Disconnected', { exact: true });
const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

/** Closes the tab, and opens its address in another one. */
async function reopen(context: BrowserContext, page: Page): Promise<Page> {
  const address = page.url();
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  return next;
}

/** Waits until this device has kept the room. */
async function whenRoomKept(page: Page): Promise<void> {
  const kept = () => rowsOnDevice(page, 'code-interviews', 'documents');
  await expect.poll(kept).toContainEqual(expect.stringContaining('"scope":"kept '));
}

test(
  'opens both sides of a room offline, after a reload and after a closed tab, with text, question and notes',
  { tag: '@long' },
  async ({ page: laptop, browser, baseURL, picture }) => {
    const roomCode = await openInterview(laptop);
    const context = await browser.newContext({
      ...devices.phone,
      serviceWorkers: 'allow',
      ...(baseURL && { baseURL }),
    });
    const phone = await context.newPage();
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await addQuestion(laptop, { ...PARCELS, title: 'The heaviest parcel' });
    await laptop.getByRole('button', { name: 'Questions' }).click();
    const panel = laptop.getByRole('dialog', { name: 'Questions' });
    await panel.getByRole('button', { name: 'The heaviest parcel' }).click();
    await panel.getByRole('button', { name: 'Show question' }).click();
    await laptop.keyboard.press('Escape');
    await typeAtEnd(laptop, '\nlast text\n');
    await expectCode(phone, 'last text');
    await laptop.getByRole('button', { name: 'My notes' }).click();
    await laptop
      .getByRole('complementary', { name: 'My notes' })
      .getByRole('textbox')
      .first()
      .fill('asks good questions');
    await expect(laptop.getByRole('complementary', { name: 'My notes' })).toContainText('Draft saved');
    for (const [page, engine] of [
      [laptop, 'monaco'],
      [phone, 'codemirror'],
    ] as const) {
      await whenKept(page);
      await whenEngineKept(page, engine);
      await whenRoomKept(page);
    }

    await goOffline(laptop.context());
    await goOffline(context);
    await laptop.reload();
    await phone.reload();
    const pages = { laptop, phone };
    for (const attempt of ['reload', 'closed tab']) {
      for (const [name, page] of Object.entries(pages))
        await test.step(`${name}, ${attempt}`, async () => {
          await expectCode(page, 'last text');
          await expect(disconnected(page)).toBeVisible();
          await picture(page, `${name} after a ${attempt}`);
        });
      await expect(pages.laptop.getByText('A van carries parcels')).toBeVisible();
      await pages.laptop.getByRole('button', { name: 'My notes' }).click();
      const notes = pages.laptop.getByRole('complementary', { name: 'My notes' }).getByRole('textbox').first();
      await expect(notes).toHaveValue('asks good questions');
      await pages.phone.getByRole('tab', { name: 'Question' }).click();
      await expect(pages.phone.getByText('A van carries parcels')).toBeVisible();
      await pages.phone.getByRole('tab', { name: 'Code' }).click();
      if (attempt === 'reload') {
        pages.laptop = await reopen(laptop.context(), pages.laptop);
        pages.phone = await reopen(context, pages.phone);
      }
    }

    await typeAtEnd(pages.phone, 'typed by Ada');
    await pages.phone.getByRole('button', { name: 'Keep typing on this device' }).click();
    await typeAtEnd(pages.phone, '\n');
    await laptop.context().setOffline(false);
    await context.setOffline(false);
    await connected(pages.laptop);
    await connected(pages.phone);
    await expectCode(pages.laptop, 'typed by Ada');
    const { code } = await readInterview(pages.laptop, roomCode);
    for (const line of ['last text', 'typed by Ada']) expect(code.split(line)).toHaveLength(2);
    await context.close();
  },
);

test(
  'stores what is typed although the browser closes its database without an event, twice',
  { tag: '@long' },
  async ({ laptop, browser, baseURL }) => {
    const roomCode = await openInterview(laptop);
    const context = await browser.newContext({
      ...devices.phone,
      serviceWorkers: 'block',
      ...(baseURL && { baseURL }),
    });
    await context.addInitScript(() => {
      const opened: IDBDatabase[] = [];
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (...about) {
        const request = open.apply(this, about);
        request.addEventListener('success', () => opened.push(request.result));
        return request;
      };
      Object.assign(window, { closeDatabases: () => opened.splice(0).forEach((database) => database.close()) });
    });
    const close = (page: Page) =>
      page.evaluate(() => (window as unknown as { closeDatabases(): void }).closeDatabases());
    let phone = await context.newPage();
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    for (const [before, after] of [
      ['one', 'two'],
      ['three', 'four'],
    ] as const) {
      await typeAtEnd(phone, `\n${before}`);
      await close(phone);
      await context.setOffline(true);
      await phone.keyboard.type(` ${after}`);
      await whenUnsentOnDevice(phone, after);
      await phone.close();
      await context.setOffline(false);
      phone = await context.newPage();
      await phone.goto(`/codeshare/${roomCode}`);
      await connected(phone);
      await expectCode(phone, `${before} ${after}`);
      await expectCode(laptop, `${before} ${after}`);
    }
    await context.close();
  },
);
