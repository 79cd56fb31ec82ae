import { expect, test } from '../support/fixtures.ts';
import { share, whenKept } from '../support/installed.ts';
import { expectCode, newCompany, registerOnFreePlan } from '../support/steps.ts';

test.use({ serviceWorkers: 'allow' });

test('starts a new interview with a shared file, in its language', { tag: '@long' }, async ({ page, picture }) => {
  await registerOnFreePlan(page, newCompany());
  await whenKept(page);
  await share(page, { file: { name: 'engine.py', content: 'def run():\r\n    return 1837\r\n' } });
  await expect(page.getByRole('heading', { name: 'engine.py' })).toBeVisible();
  await expect(page.getByText('Python · 3 lines')).toBeVisible();
  await picture(page, 'shared');
  await page.getByRole('button', { name: 'Start interview with this' }).click();
  await expect(page).toHaveURL(/\/editor\?room=/);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectCode(page, 'return 1837');
  await expect(page.locator('.view-lines')).not.toContainText('Start coding');
  await expect(page.getByRole('combobox', { name: /language/i })).toContainText('Python');
  // Used up.
  await page.goto('/share-target');
  await expect(page.getByText('Nothing to open')).toBeVisible();
});

test('shows why a share cannot be used', { tag: '@long' }, async ({ page }) => {
  await registerOnFreePlan(page, newCompany());
  await whenKept(page);
  await share(page, { file: { name: 'picture.png', content: [0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2] } });
  await expect(page.getByText('This file is not text.')).toBeVisible();
  await share(page, { text: 'x'.repeat(200_001) });
  await expect(page.getByText('up to 200,000 characters')).toBeVisible();
  await share(page, { text: '  \n' });
  await expect(page.getByText('The shared file is empty.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
});

test(
  'keeps a file shared before the sign-in until the user is signed in and has a plan',
  { tag: '@long' },
  async ({ page, picture }) => {
    await page.goto('/login');
    await whenKept(page);
    await share(page, { text: 'SELECT 1837;' });
    await expect(page).toHaveURL(/\/login/);
    const company = newCompany();
    await page.goto('/register');
    await page.getByLabel('Company Name').fill(company.name);
    await page.getByLabel('Email Address').fill(company.email);
    await page.getByLabel('Password', { exact: true }).fill(company.password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(company.password);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
    await page.goto('/dashboard');
    await page
      .getByRole('alert')
      .filter({ hasText: 'shared with this app' })
      .getByRole('link', { name: 'Open' })
      .click();
    await expect(page.getByRole('alert')).toContainText('The shared file stays on this device.');
    await expect(page.getByRole('button', { name: 'Start interview with this' })).toBeDisabled();
    await picture(page, 'no plan');
    await page.getByRole('button', { name: 'Choose a Plan' }).click();
    await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText(`Welcome back, ${company.name}!`)).toBeVisible();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Start interview with this' }).click();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expectCode(page, 'SELECT 1837;');
  },
);
