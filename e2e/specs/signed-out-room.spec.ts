import { addInterviewer, putStorage, registerOnPlan, visitor } from '../support/accounts.ts';
import { violations } from '../support/accessibility.ts';
import { rowsOnDevice } from '../support/device-database.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { newCompany, startInterview, typeAtEnd, expectCode } from '../support/steps.ts';

test.use({ expectedProblems: /status of 401/ });

test(
  'leads an expired sign-in back to the room, and a deleted account to its text',
  { tag: '@long' },
  async ({ page, browser, baseURL, picture }) => {
    const company = newCompany();
    const { owner, as } = await registerOnPlan(page.request, company);
    const member = await addInterviewer(page.request, as, 'Maya Okafor');
    await putStorage(page, visitor(owner));
    await page.goto('/dashboard');
    const roomCode = await startInterview(page);
    const context = await browser.newContext({ ...devices.phone, ...(baseURL && { baseURL }) });
    const deleted = await context.newPage();
    await putStorage(deleted, visitor(member));
    await deleted.goto(`/editor?room=${roomCode}`);
    await expect(deleted.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await typeAtEnd(page, '\n-- kept\n');
    await expectCode(deleted, '-- kept');

    await as('DELETE', `/users/${member.user?.id}`);
    const gone = deleted.getByRole('alert').filter({ hasText: 'This account was deleted.' });
    await expect(gone.getByRole('button')).toHaveText(['Copy code', 'Download code']);
    await expect(deleted.getByRole('button', { name: 'Keep typing on this device' })).toHaveCount(0);

    // The server has all of it, and the device knows.
    await expect.poll(() => rowsOnDevice(page, 'code-interviews', 'pending')).toEqual([]);
    await as('POST', '/logout');
    const notice = page.getByRole('alert').filter({ hasText: 'You are signed out.' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep typing on this device' })).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [shown, name] of [
        [page, 'signed out'],
        [deleted, 'deleted'],
      ] as const) {
        await shown.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violations(shown)).toEqual([]);
        await picture(shown, `${name} ${colorScheme}`);
      }
    await notice.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email').fill(company.email);
    await page.getByLabel('Password', { exact: true }).fill(company.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/editor\\?room=${roomCode}$`));
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectCode(page, '-- kept');
  },
);
