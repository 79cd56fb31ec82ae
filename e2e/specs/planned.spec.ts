import { readFile } from 'node:fs/promises';
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

test('a planned interview: the candidate waits, it starts, and the interviewer admits them', async ({
  laptop,
  phone,
  picture,
}) => {
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
    await details.getByLabel('Notes', { exact: true }).fill('Asks good questions.');
    await expect(details.getByText('Saved', { exact: true })).toBeVisible();
    expect(await violations(laptop)).toEqual([]);
    await picture(laptop, '3 details');
    const address = await details.getByText('/codeshare/').innerText();
    await details.getByRole('button', { name: 'Close' }).click();
    return address;
  });

  await test.step('the candidate waits', async () => {
    await phone.goto(link);
    await expect(phone.getByText('has not started yet')).toBeVisible();
    expect(await violations(phone)).toEqual([]);
    await picture(phone, '4 waiting');
  });

  await test.step('it starts, the candidate asks to come in, and the interviewer lets them', async () => {
    await picture(laptop, '5 list');
    await laptop.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
    await picture(laptop, '6 menu');
    await laptop.getByRole('menuitem', { name: 'Start Session' }).click();
    await expect(laptop.getByText('ACTIVE', { exact: true })).toBeVisible();
    await laptop.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
    // The link shows no name to strangers, so the candidate types it.
    await phone.getByLabel('Your Name').fill('Ada Lovelace');
    await phone.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(phone.getByText(/^Nobody from Analytical Engines .* is here yet$/)).toBeVisible();
    await laptop.getByRole('menuitem', { name: 'Join Session' }).click();
    await expect(laptop.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(phone.getByText('They know that you are here')).toBeVisible();
    await laptop.getByRole('button', { name: 'Admit', exact: true }).click();
    await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  });
});

test('a waiting candidate sees that the interview was cancelled', async ({ laptop, phone, picture }) => {
  await registerOnFreePlan(laptop, newCompany());
  await laptop.goto('/sessions');
  await laptop.getByRole('button', { name: 'New Session', exact: true }).click();
  await laptop.getByText('Schedule', { exact: true }).click();
  await laptop.getByLabel('Candidate Name', { exact: true }).fill('Ada Lovelace');
  await laptop.getByRole('button', { name: 'Schedule session' }).click();
  const details = laptop.getByRole('dialog', { name: 'Session details' });
  await phone.goto(await details.getByText('/codeshare/').innerText());
  await expect(phone.getByText('has not started yet')).toBeVisible();
  await details.getByRole('button', { name: 'Cancel session' }).click();
  await laptop.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(details).toBeHidden();
  // In the list: the details, which close, show it for a moment as well.
  await expect(laptop.locator('#root').getByText('CANCELLED', { exact: true })).toBeVisible();
  await expect(phone.getByRole('alertdialog', { name: 'Session Cancelled' })).toBeVisible();
  await picture(phone, 'cancelled');
});

test('a removed candidate stays out; another device joins with the code', async ({ laptop, phone, page, picture }) => {
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
});
