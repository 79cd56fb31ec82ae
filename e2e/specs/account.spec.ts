import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import { addInterviewer, caller, PASSWORD } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany, registerOnFreePlan, type TestCompany } from '../support/steps.ts';
import { codeOfApp } from '../support/totp.ts';

async function logIn(page: Page, { email, password }: TestCompany): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/**
 * Returns the newest link in the server's emails to an address, without its host: the server calls itself localhost.
 */
async function linkInMail(email: string): Promise<string> {
  const folder = join(process.env['E2E_DATA'] ?? '', 'outbox');
  let link = '';
  await expect(async () => {
    const files = (await readdir(folder)).toSorted();
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    const text = mails.findLast((mail) => mail.includes(`To: ${email}`));
    link = /^http:\/\/[^/]+(\/\S+#\S+)$/m.exec(text ?? '')?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link;
}

/** The browser logs every refused call. */
function forgetRefusals(problems: string[]): void {
  const others = problems.filter((problem) => !/status of (401|403|422)/.test(problem));
  problems.splice(0, problems.length, ...others);
}

async function expectUsable(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  expect(await violations(page)).toEqual([]);
  // Only colors differ between the schemes.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'colors')).toEqual([]);
}

test(
  'resets a forgotten password by email and signs out the other device',
  { tag: '@long' },
  async ({ laptop, phone, picture, problems }) => {
    const company = newCompany();
    await registerOnFreePlan(laptop, company);
    await phone.goto('/login');
    await phone.getByRole('link', { name: 'Forgot password?' }).click();
    // The previous screen has such a field too.
    await expect(phone.getByRole('heading', { name: 'Forgot Your Password?' })).toBeVisible();
    await phone.getByLabel('Email').fill(company.email);
    await expectUsable(phone);
    await picture(phone, '1 forgot');
    await phone.getByRole('button', { name: 'Send link' }).click();
    await expect(phone.getByRole('alert')).toContainText(
      'Email is not set up here: if this email is registered, its link is in a file',
    );
    await picture(phone, '2 sent');

    const link = await linkInMail(company.email);
    // An older link is open in the tab.
    await phone.goto(`/reset-password#${'a'.repeat(43)}`);
    await expect(phone.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
    await phone.goto(link);
    await expect(phone).toHaveURL(/\/reset-password$/);
    const password = 'a brand new one';
    await phone.getByLabel('New Password', { exact: true }).fill(password);
    await phone.getByLabel('Confirm New Password').fill(password);
    await expectUsable(phone);
    await picture(phone, '3 choose');
    await phone.getByRole('button', { name: 'Save password' }).click();
    await expect(phone.getByRole('alert')).toContainText('Password updated successfully');
    await phone.getByRole('link', { name: 'Go to login' }).click();
    await logIn(phone, { ...company, password });
    await expect(phone).toHaveURL(/\/dashboard$/);

    await laptop.goto('/settings');
    await expect(laptop).toHaveURL(/\/login$/);

    await test.step('a new email needs a recent sign-in', async () => {
      await phone.goto('/settings#company-profile');
      const body = { message: 'Please confirm your password to make this change.', code: 'reauthenticate' };
      // Instead of a wait of 15 minutes.
      await phone.route('**/api/company/profile', (route) => route.fulfill({ status: 403, json: body }), { times: 1 });
      await phone.getByLabel('Email Address').fill(`new-${company.email}`);
      await phone.getByRole('button', { name: 'Update profile' }).click();
      const dialog = phone.getByRole('dialog', { name: 'Confirm it’s you' });
      await expect(dialog.getByLabel('Your Password')).toBeFocused();
      await dialog.getByLabel('Your Password').fill(password);
      await expectUsable(phone);
      await picture(phone, '4 confirm');
      await phone.keyboard.press('Enter');
      await expect(phone.getByRole('alert')).toHaveText('Profile updated successfully');
    });

    await test.step('the email to the previous address undoes the change', async () => {
      await expect(async () => expect(await linkInMail(company.email)).toContain('/undo-email-change#')).toPass();
      await laptop.goto(await linkInMail(company.email));
      const restore = laptop.getByRole('button', { name: 'Restore my address' });
      await expect(restore).toBeVisible();
      await expectUsable(laptop);
      await picture(laptop, '5 undo');
      await restore.click();
      await expect(laptop.getByRole('heading', { name: 'Choose a New Password' })).toBeVisible();
      await laptop.getByLabel('New Password', { exact: true }).fill('yet another one');
      await laptop.getByLabel('Confirm New Password').fill('yet another one');
      await laptop.getByRole('button', { name: 'Save password' }).click();
      await expect(laptop.getByRole('alert')).toContainText('Password updated successfully');
      await logIn(laptop, { ...company, password: 'yet another one' });
      // Back on the page where the sign-in was lost.
      await expect(laptop).toHaveURL(/\/settings$/);
      await phone.reload();
      await expect(phone).toHaveURL(/\/login$/);
    });
    forgetRefusals(problems);
  },
);

test(
  'sets up two-step sign-in with recovery codes, and lists the sign-ins',
  { tag: '@long' },
  async ({ laptop, phone, picture, problems }) => {
    const company = newCompany();
    await registerOnFreePlan(laptop, company);

    await test.step('a new sign-in sets it up first when the company requires it', async () => {
      await laptop.goto('/settings');
      await laptop.getByRole('switch', { name: 'Require for everyone' }).click();
      await expect(laptop.getByRole('switch', { name: 'Require for everyone' })).toBeChecked();
      await logIn(phone, company);
      await expect(phone.getByRole('heading', { name: 'Set Up Two-Step Sign-In' })).toBeVisible();
      await expect(phone.getByRole('button', { name: 'Set up…' })).toBeVisible();
      await expectUsable(phone);
      await picture(phone, '0 required');
      await phone.goto('/sessions');
      await expect(phone.getByRole('heading', { name: 'Set Up Two-Step Sign-In' })).toBeVisible();
      await phone.getByRole('button', { name: 'Sign out' }).click();
      await expect(phone).toHaveURL(/\/login$/);
    });

    const { secret, recovery, spare } = await test.step('set up', async () => {
      await laptop.goto('/settings');
      await laptop.getByRole('button', { name: 'Set up…' }).click();
      await laptop.getByLabel('Your Password').fill(company.password);
      await laptop.getByRole('button', { name: 'Continue' }).click();
      await expect(laptop.getByRole('img', { name: /QR code/ })).toBeVisible();
      await expectUsable(laptop);
      await picture(laptop, '1 scan');
      const section = laptop.getByRole('region', { name: 'Two-Step Sign-In' });
      const shown = (await section.locator('code').innerText()).replaceAll(' ', '');
      await laptop.getByLabel('Code From the App').fill(codeOfApp(shown));
      await laptop.getByRole('button', { name: 'Turn on' }).click();
      const codes = laptop.getByRole('list', { name: 'Recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await expectUsable(laptop);
      await picture(laptop, '2 recovery codes');
      const [first = '', second = ''] = await codes.getByRole('listitem').allInnerTexts();
      await laptop.getByRole('button', { name: 'I’ve saved them' }).click();
      await expect(section.getByText('10 recovery codes left')).toBeVisible();
      return { secret: shown, recovery: first, spare: second };
    });

    await test.step('another device needs the code', async () => {
      await logIn(phone, company);
      await expect(phone.getByRole('heading', { name: 'Enter Your Code' })).toBeVisible();
      await expectUsable(phone);
      await picture(phone, '3 code');
      await phone.getByLabel('Code').fill('000000');
      await phone.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(phone.getByRole('alert')).toHaveText('This code is not right.');
      await phone.getByLabel('Code').fill(recovery);
      await phone.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(phone).toHaveURL(/\/dashboard$/);
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    });

    const fresh = await test.step('new recovery codes replace the old ones', async () => {
      await phone.goto('/settings#two-step-sign-in');
      const section = phone.getByRole('region', { name: 'Two-Step Sign-In' });
      await expect(section.getByText('9 recovery codes left')).toBeVisible();
      await section.scrollIntoViewIfNeeded();
      await expectUsable(phone);
      await picture(phone, '4 on');
      await section.getByRole('button', { name: 'New recovery codes…' }).click();
      await section.getByLabel('Your Password').fill(company.password);
      await section.getByLabel('Code', { exact: true }).fill(spare);
      await expectUsable(phone);
      await picture(phone, '5 password');
      await section.getByRole('button', { name: 'Make new codes' }).click();
      const codes = section.getByRole('list', { name: 'Recovery codes' });
      await expect(codes.getByRole('listitem')).toHaveCount(10);
      await expect(codes).not.toContainText(recovery);
      const [first = ''] = await codes.getByRole('listitem').allInnerTexts();
      await expectUsable(phone);
      await picture(phone, '6 new codes');
      await section.getByRole('button', { name: 'I’ve saved them' }).click();
      await expect(section.getByText('10 recovery codes left')).toBeVisible();
      await picture(phone, '7 kept');
      return first;
    });

    await test.step("the owner removes an interviewer's second step", async () => {
      const token = await phone.evaluate(() => localStorage.getItem('token'));
      const ida = await addInterviewer(phone.request, caller(phone.request, token ?? ''), 'Ida');
      const asIda = caller(phone.request, ida.token);
      const begun = (await asIda('POST', '/user/second-factor', { password: PASSWORD })) as { secret: string };
      await asIda('POST', '/user/second-factor/confirm', { code: codeOfApp(begun.secret) });
      await phone.goto('/interviewers');
      await phone.getByRole('button', { name: 'Actions for Ida' }).click();
      await expectUsable(phone);
      await picture(phone, '7a menu');
      await phone.getByRole('menuitem', { name: 'Remove second step' }).click();
      const question = phone.getByRole('alertdialog', { name: 'Remove the second step?' });
      await expect(question).toBeVisible();
      await expectUsable(phone);
      await picture(phone, '7b question');
      const body = { message: 'Please confirm your password to make this change.', code: 'reauthenticate' };
      // Instead of a wait of 15 minutes.
      await phone.route('**/api/users/*/second-factor', (route) => route.fulfill({ status: 403, json: body }), {
        times: 1,
      });
      await question.getByRole('button', { name: 'Remove' }).click();
      const confirmation = phone.getByRole('dialog', { name: 'Confirm it’s you' });
      await expect(confirmation.getByLabel('Your Password')).toBeFocused();
      await phone.keyboard.type(company.password);
      await phone.keyboard.press('Enter');
      await confirmation.getByLabel('Code').fill(fresh);
      await expectUsable(phone);
      await picture(phone, '7c confirm');
      await phone.keyboard.press('Enter');
      await expect(phone.getByText('The second step of Ida was removed.')).toBeVisible();
      await phone.getByRole('button', { name: 'Actions for Ida' }).click();
      await expect(phone.getByRole('menuitem')).toHaveText(['Edit', 'Delete']);
      await phone.keyboard.press('Escape');
    });

    await test.step('lists the devices, and one signs out the other', async () => {
      await phone.goto('/settings#where-you-re-signed-in');
      const section = phone.getByRole('region', { name: 'Where You’re Signed In' });
      await expect(section.getByRole('listitem')).toHaveCount(2);
      await expect(section.getByText('This device')).toHaveCount(1);
      await section.scrollIntoViewIfNeeded();
      await expectUsable(phone);
      await picture(phone, '8 sign-ins');
      await section.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await picture(phone, '9 question');
      await phone.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
      await expect(section.getByRole('listitem')).toHaveCount(1);
      await laptop.reload();
      await expect(laptop).toHaveURL(/\/login$/);
    });
    forgetRefusals(problems);
  },
);
