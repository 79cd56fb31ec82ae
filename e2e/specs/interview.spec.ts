import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import {
  endInterview,
  expectCode,
  joinAsCandidate,
  newCompany,
  registerByHand,
  startInterview,
  typeAtEnd,
} from '../support/steps.ts';

/** Puts the clock of a device an hour ahead. */
function hurryClock(): void {
  const now = Date.now.bind(Date);
  const HOUR_MS = 3_600_000;
  Date.now = () => now() + HOUR_MS;
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts) => Reflect.construct(target, parts.length > 0 ? parts : [now() + HOUR_MS]) as Date,
  });
}

/**
 * Records every alarm of the page from now on (a chip in the color of a fault or a banner with a problem), and which of
 * the room's buttons are enabled when its end is shown.
 */
async function recordAlarms(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const chip of document.querySelectorAll('header span[class*="_bad_"]'))
        seen.add(`chip: ${chip.textContent}`);
      for (const button of document.querySelectorAll('main button'))
        if (button.textContent === 'Reconnect') seen.add('banner');
      document.documentElement.dataset['alarms'] = [...seen].join();
      // Here, because the page leaves soon after.
      if (document.body.textContent.includes('Session ended successfully'))
        document.documentElement.dataset['live'] ??= [...document.querySelectorAll('#root :is(button, a[role=button])')]
          .filter((button) => !button.matches(':disabled') && button.checkVisibility({ visibilityProperty: true }))
          .map((button) => button.getAttribute('aria-label') ?? button.textContent)
          .join('; ');
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

const alarms = (page: Page) =>
  page.evaluate(() => (document.documentElement.dataset['alarms'] ?? '').split(',').filter((alarm) => alarm !== ''));

/** Returns the names of the buttons that were enabled when the end was shown. */
const liveButtons = (page: Page) => page.evaluate(() => document.documentElement.dataset['live']?.split('; '));

test('takes a company and a candidate through an interview, from registration to the list of interviews', async ({
  laptop,
  phone,
  picture,
}) => {
  const company = newCompany();
  await laptop.addInitScript(hurryClock);

  await test.step('the company registers and takes the free plan', async () => {
    await registerByHand(laptop, company);
    await picture(laptop, '1 dashboard');
  });

  const roomCode = await test.step('it starts an interview', () => startInterview(laptop));
  expect(roomCode).toMatch(/^private-room-[A-Za-z0-9_-]{9}$/);
  await expectCode(laptop, '-- Start coding here...');

  const link = await test.step('it copies the link', async () => {
    for (const toast of ['first', 'second']) {
      await laptop.evaluate(() => navigator.clipboard.writeText(''));
      await laptop.getByRole('button', { name: 'Copy link' }).first().click();
      await expect(laptop.getByText('Interview link copied to clipboard!').last(), toast).toBeVisible();
      await expect.poll(() => laptop.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    }
    return laptop.evaluate(() => navigator.clipboard.readText());
  });
  expect(new URL(link).pathname).toBe(`/codeshare/${roomCode}`);

  await test.step('the candidate joins on a phone with a name only', async () => {
    await phone.goto(link);
    await expect(phone.getByText(company.name).first()).toBeVisible();
    await picture(phone, '2 join card');
    await joinAsCandidate(phone, link, 'Ada Lovelace');
    await expect(phone.getByText(`Code Share with ${company.name}`)).toBeVisible();
    await expect(phone.getByText(`Room: ${roomCode}`)).toBeVisible();
    await expect(phone).toHaveTitle(`Interview with ${company.name} · Code Interview Platform`);
    await expectCode(phone, '-- Start coding here...');
  });

  await test.step('both edit the same code live', async () => {
    await typeAtEnd(laptop, '\nSELECT name FROM engines;\n');
    await expectCode(phone, 'SELECT name FROM engines;');
    await typeAtEnd(phone, 'WHERE year = 1837;\n');
    await expectCode(laptop, 'WHERE year = 1837;');
    await expectCode(laptop, 'SELECT name FROM engines;');
    await expect(laptop.getByRole('timer')).toHaveText(/^\d:\d\d$/);
    await picture(laptop, '3 editor on the laptop');
    await picture(phone, '4 editor on the phone');
  });

  await test.step('with Realtime (each key) a key travels without Enter', async () => {
    for (const mode of ['Realtime (each key)', 'On Enter only', 'Realtime (each key)'])
      await laptop.getByText(mode).first().click();
    await typeAtEnd(phone, '-- almost');
    await expectCode(laptop, '-- almost');
  });

  await test.step('the interviewer ends it, and the candidate sees the dialog', async () => {
    const saved = laptop.waitForRequest((request) => request.url().endsWith('/api/code-editor-data'));
    await Promise.all([recordAlarms(laptop), recordAlarms(phone)]);
    await endInterview(laptop);
    // A face still has a name.
    await expect.poll(() => liveButtons(laptop)).toEqual(['Back to sessions', 'Ada Lovelace, candidate']);
    await picture(laptop, '5 ended on the laptop');
    const { editor_settings } = (await saved).postDataJSON() as { editor_settings: unknown };
    expect(editor_settings).toEqual({ theme: 'dark', fontSize: 16, minimap: false });
    const dialog = phone.getByRole('dialog').or(phone.getByRole('alertdialog'));
    await expect(dialog).toContainText('Session Ended');
    await expect(dialog.getByRole('button', { name: 'Download code' })).toBeFocused();
    await picture(phone, '5 ended');
    expect(await Promise.all([alarms(laptop), alarms(phone)])).toEqual([[], []]);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(phone).toHaveURL(/\/$/);
  });

  await test.step('the session’s page waits for the scorecard', async () => {
    await expect(laptop).toHaveURL(/\/sessions$/);
    await expect(laptop.getByRole('heading', { name: /with Ada Lovelace\. What do you think\?$/ })).toBeVisible();
    await expect(laptop.getByLabel('My notes')).toBeFocused();
    await laptop.keyboard.type('Reads before she writes.');
    await expect(laptop.getByText('Draft saved')).toBeVisible();
    await picture(laptop, '6 scorecard');
    // The page then has an address of its own, which a reload opens.
    await expect(laptop).toHaveURL(/\/sessions\/[0-9a-f-]{36}$/);
    await laptop.reload();
    await expect(laptop.getByLabel('My notes')).toHaveValue('Reads before she writes.');
    await laptop.getByRole('button', { name: 'Back to sessions' }).click();
    await expect(laptop.getByRole('heading', { name: 'Interview Sessions' })).toBeVisible();
  });

  await test.step('the list shows it with its code', async () => {
    const row = laptop.getByRole('row').filter({ hasText: roomCode });
    await expect(row).toContainText('Ada Lovelace');
    await expect(row).toContainText('COMPLETED');
    await picture(laptop, '7 interviews');
    await row.getByRole('button').last().click();
    await laptop.getByRole('menuitem', { name: 'View Details' }).click();
    const details = laptop.getByRole('dialog');
    await expect(details).toContainText('SELECT name FROM engines;');
    await expect(details).toContainText('-- almost');
    await picture(laptop, '8 details');
    await details.getByRole('link', { name: 'Scorecards' }).click();
    await expect(laptop.getByLabel('My notes')).toHaveValue('Reads before she writes.');
  });
});
