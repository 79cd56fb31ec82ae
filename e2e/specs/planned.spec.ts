import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  endInterview,
  expectCode,
  joinAsCandidate,
  newCompany,
  registerOnFreePlan,
  startInterview,
} from '../support/steps.ts';

/** Returns the room's link in an e-mail of the server about it, without its host: the server calls itself localhost. */
async function linkInMail(subject: string, room: string): Promise<string> {
  const folder = join(process.env['E2E_DATA'] ?? '', 'outbox');
  let link = '';
  await expect(async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.txt'));
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const mail = mails.find((text) => text.includes(`Subject: ${subject}`) && text.includes(new URL(room).pathname));
    link = /^Where: http:\/\/[^/]+(\/\S+)$/m.exec(mail ?? '')?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

async function savedCalendar(page: Page, save: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), save()]);
  expect(download.suggestedFilename()).toBe('interview.ics');
  return readFile(await download.path(), 'utf8');
}

test(
  'plans and starts an interview whose candidate waits, and admits them',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    await registerOnFreePlan(laptop, newCompany());
    await laptop.goto('/sessions');

    const link = await test.step('schedule', async () => {
      await laptop.getByRole('button', { name: 'New Session', exact: true }).click();
      await picture(laptop, '1 now');
      await laptop.getByText('Schedule', { exact: true }).click();
      await laptop.getByLabel('Candidate Name', { exact: true }).fill('Ada Lovelace');
      await laptop.getByLabel('Candidate Email', { exact: true }).fill('ada@example.com');
      await expect(laptop.getByText(/^Your time zone: /)).toBeVisible();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '2 later');
      await laptop.getByRole('button', { name: 'Schedule session' }).click();
      const details = laptop.getByRole('dialog', { name: 'Session details' });
      await expect(details.getByText('SCHEDULED', { exact: true })).toBeVisible();
      await details.getByLabel('Team notes').fill('Asks good questions.');
      await expect(details.getByText('Saved', { exact: true })).toBeVisible();
      // Four lines, even if the text is short.
      expect((await details.getByLabel('Team notes').boundingBox())?.height).toBeGreaterThan(100);
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '3 details');
      return details.getByRole('code').filter({ hasText: '/codeshare/' }).innerText();
    });

    await test.step('move it, and open the new plan from its e-mail', async () => {
      const details = laptop.getByRole('dialog', { name: 'Session details' });
      await details.getByRole('button', { name: 'Reschedule' }).click();
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      await details.getByLabel('Date and Time').fill(`${day}T12:45`);
      await details.getByLabel('Length').selectOption('90 minutes');
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '4 move');
      await details.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(details.getByText(/12:45\s–\s2:15\sPM$/)).toBeVisible();
      expect(
        await savedCalendar(laptop, () => details.getByRole('button', { name: 'Add to calendar' }).click()),
      ).toMatch(new RegExp(`DTSTART:${day.replaceAll('-', '')}T\\d{4}00Z`));
      await details.getByRole('button', { name: 'Close' }).click();

      await phone.goto(await linkInMail('New plan for your interview', link));
      await expect(phone.getByText(/ · 12:45 PM$/)).toBeVisible();
      await expect(phone.getByText(/ · 90 min$/)).toBeVisible();
      expect(await savedCalendar(phone, () => phone.getByRole('link', { name: 'Add to calendar' }).click())).toContain(
        'SEQUENCE:1',
      );
    });

    await test.step('the interviewer’s own calendar reads it at a secret address', async () => {
      await laptop.goto('/settings');
      await laptop.getByRole('button', { name: 'Manage calendar' }).click();
      await laptop.getByRole('button', { name: 'Create calendar address' }).click();
      const address = await laptop.getByLabel('Your calendar address').inputValue();
      const calendar = await laptop.request.get(new URL(address).pathname);
      expect(await calendar.text()).toMatch(
        /^BEGIN:VCALENDAR[^]*SUMMARY:Interview with Ada Lovelace\r\n[^]*END:VCALENDAR\r\n$/,
      );
      expect(await violations(laptop)).toEqual([]);
      await laptop.goto('/sessions');
    });

    await test.step('the candidate waits', async () => {
      await expect(phone.getByText('has not started yet')).toBeVisible();
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '5 waiting');
    });

    await test.step('it starts, the candidate asks to come in, and the interviewer lets them', async () => {
      await picture(laptop, '6 list');
      await laptop.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
      await picture(laptop, '7 menu');
      await laptop.getByRole('menuitem', { name: 'Start Session' }).click();
      const question = laptop.getByRole('alertdialog', { name: 'Start this session now?' });
      await expect(question.getByText(/, 12:45 PM\./)).toBeVisible();
      await picture(laptop, '8 start');
      await question.getByRole('button', { name: 'Start session' }).click();
      await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
      // The link shows no name to strangers, so the candidate types it.
      await phone.getByLabel('Your Name').fill('Ada Lovelace');
      await phone.getByRole('button', { name: 'Join Code Share' }).click();
      await expect(phone.getByText('Your interviewer knows you’re here')).toBeVisible();
      await laptop.getByRole('button', { name: 'Admit', exact: true }).click();
      await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    });
  },
);

test(
  'lets a candidate say that they can’t make it, and see that the interview was cancelled',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    await registerOnFreePlan(laptop, newCompany());
    await laptop.goto('/sessions');
    await laptop.getByRole('button', { name: 'New Session', exact: true }).click();
    await laptop.getByText('Schedule', { exact: true }).click();
    await laptop.getByLabel('Candidate Name', { exact: true }).fill('Ada Lovelace');
    await laptop.getByRole('button', { name: 'Schedule session' }).click();
    const details = laptop.getByRole('dialog', { name: 'Session details' });
    await phone.goto(await details.getByRole('code').filter({ hasText: '/codeshare/' }).innerText());
    await expect(phone.getByText('has not started yet')).toBeVisible();
    await phone.getByRole('button', { name: 'Can’t make it?' }).click();
    await phone.getByLabel('When could you?').fill('I am ill. Next week?');
    expect(await violations(phone)).toEqual([]);
    await picture(phone, '1 declining');
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(phone.getByText('knows that you can’t make it')).toBeVisible();
    await picture(phone, '2 declined');
    await laptop.reload();
    await expect(details.getByText('I am ill. Next week?')).toBeVisible();
    expect(await violations(laptop)).toEqual([]);
    await picture(laptop, '3 details');
    await details.getByRole('button', { name: 'Cancel session' }).click();
    await laptop.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
    await expect(details).toBeHidden();
    // In the list, because the details show it for a moment as well while they close.
    await expect(laptop.locator('#root').getByText('CANCELLED', { exact: true })).toBeVisible();
    await expect(phone.getByRole('alertdialog', { name: 'Session Cancelled' })).toBeVisible();
    await picture(phone, 'cancelled');
  },
);

test(
  'keeps a removed candidate out, and lets another device join with the code',
  { tag: '@long' },
  async ({ laptop, phone, page, picture }) => {
    await registerOnFreePlan(laptop, newCompany());
    const link = `/codeshare/${await startInterview(laptop)}`;
    await joinAsCandidate(phone, link, 'Ada Lovelace');
    await expect(laptop.getByText('Ada Lovelace joined', { exact: true })).toBeVisible();
    await expect(laptop.getByRole('timer', { name: 'Elapsed time' })).toHaveText(/^\d+:\d\d$/);
    await picture(laptop, '1 arrived');

    await test.step('remove', async () => {
      await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
      await picture(laptop, '2 menu');
      await laptop.getByRole('menuitem', { name: 'Remove from session' }).click();
      await picture(laptop, '3 question');
      await laptop.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(phone.getByText('You have been removed from this session')).toBeVisible();
      await expect(laptop.getByRole('button', { name: 'Ada Lovelace, candidate' })).toHaveCount(0);
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '4 removed');
      await phone.reload();
      await expect(phone.getByText('You have been removed from this session')).toBeVisible();
    });

    await test.step('another device joins under the known name and gets the code', async () => {
      await page.goto(link);
      await expectCode(page, '-- Start coding here...');
      await endInterview(laptop);
      const ended = page.getByRole('alertdialog', { name: 'Session Ended' });
      await expect(ended).toBeVisible();
      await picture(page, '5 ended');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        ended.getByRole('button', { name: 'Download code' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('interview.sql');
      expect(await readFile(await download.path(), 'utf8')).toBe('-- Start coding here...');
    });
  },
);
