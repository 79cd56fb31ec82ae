import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { violations } from '../support/accessibility.ts';
import {
  addInterviewer,
  caller,
  newRoom,
  PASSWORD,
  putStorage,
  registerOnPlan,
  visitor,
  type SignedIn,
} from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';

const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.com`;

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function openAs(browser: Browser, account: SignedIn): Promise<Page> {
  const page = await browser.newPage(devices.laptop);
  await putStorage(page, visitor(account));
  return page;
}

test.describe('roles', () => {
  test.use({ expectedProblems: /Failed to load resource.*4(0[134]|22)|Session validation failed/ });

  test(
    'lets an owner invite a coordinator, who plans, moves and cancels, and is refused the room',
    { tag: '@long' },
    async ({ laptop, phone, picture }) => {
      const { owner, as } = await registerOnPlan(laptop.request, {
        name: 'Acme',
        email: newEmail(),
        password: PASSWORD,
      });
      await addInterviewer(laptop.request, as, 'Ida Interviewer');
      const email = newEmail();

      await test.step('invite', async () => {
        await putStorage(laptop, visitor(owner));
        await laptop.goto('/interviewers');
        await laptop.getByRole('button', { name: 'Add colleague' }).click();
        await laptop.getByLabel('Full Name').fill('Cora Coordinator');
        await laptop.getByLabel('Email Address').fill(email);
        await laptop.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await laptop.getByRole('radio', { name: /^Coordinator/ }).check();
        expect(await violations(laptop)).toEqual([]);
        await picture(laptop, '1 role');
        await laptop.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(laptop.getByText('COORDINATOR', { exact: true })).toBeVisible();
      });

      const running = newRoom();
      await as('POST', '/interview-sessions/quick-start', { room_code: running });

      await test.step('plan', async () => {
        await signInAs(phone, email);
        await expect(phone.getByText('Welcome back, Cora Coordinator!')).toBeVisible();
        await expect(phone.getByText('Live now')).toBeVisible();
        await expect(phone.getByRole('link', { name: /Join/ })).toHaveCount(0);
        await expect(phone.getByText('Start Interview')).toHaveCount(0);
        expect(await violations(phone)).toEqual([]);
        await picture(phone, '2 dashboard');
        await phone.getByRole('link', { name: /^Schedule a session/ }).click();
        const dialog = phone.getByRole('dialog', { name: 'New Session' });
        await dialog.getByLabel('Candidate Name', { exact: true }).fill('Ada Lovelace');
        await expect(dialog.getByText('Start now')).toHaveCount(0);
        await expect(dialog.getByRole('switch', { name: 'Ask before admitting' })).toHaveCount(0);
        await dialog.getByRole('button', { name: 'Schedule session' }).click();
        await expect(dialog.getByRole('alert')).toHaveText('Choose who interviews.');
        await dialog.getByRole('checkbox', { name: 'Ida Interviewer' }).check();
        expect(await violations(phone)).toEqual([]);
        await picture(phone, '3 plan');
        await dialog.getByRole('button', { name: 'Schedule session' }).click();
        await expect(
          phone.getByRole('dialog', { name: 'Session details' }).getByText('SCHEDULED', { exact: true }),
        ).toBeVisible();
      });

      const details = phone.getByRole('dialog', { name: 'Session details' });
      await test.step('move', async () => {
        for (const absent of ['Code', 'Team notes', 'Scorecards', 'Export data', 'Add to calendar'])
          await expect(details.getByText(absent, { exact: true })).toHaveCount(0);
        expect(await violations(phone)).toEqual([]);
        await picture(phone, '4 details');
        await details.getByRole('button', { name: 'Reschedule' }).click();
        const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
        await details.getByLabel('Date and Time').fill(`${day}T12:45`);
        await details.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(details.getByText(/12:45\s–\s1:45\sPM$/)).toBeVisible();
      });

      await test.step('cancel', async () => {
        await details.getByRole('button', { name: 'Cancel session' }).click();
        await phone.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
        // Before the details close, they and the list both show the state.
        await expect(details).toBeHidden();
        await expect(phone.locator('#root').getByText('CANCELLED', { exact: true })).toBeVisible();
      });

      await test.step('be refused the room and everything in it', async () => {
        for (const path of [
          `/editor?room=${running}`,
          '/editor',
          '/questions',
          '/interviewers',
          '/sessions/x/playback',
        ]) {
          await phone.goto(path);
          await expect(phone.getByRole('heading', { name: 'No access' })).toBeVisible();
          expect(await violations(phone)).toEqual([]);
        }
        await picture(phone, '5 no access');
        await phone.getByRole('link', { name: 'Open dashboard' }).click();
        await expect(phone.getByText('Welcome back, Cora Coordinator!')).toBeVisible();
        await expect(phone.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
          'Dashboard',
          'Sessions',
          'Settings',
        ]);
      });
    },
  );

  test(
    'signs out an interviewer in a room who becomes a coordinator',
    { tag: '@long' },
    async ({ laptop, browser }) => {
      const { owner, as } = await registerOnPlan(laptop.request, {
        name: 'Acme',
        email: newEmail(),
        password: PASSWORD,
      });
      const ida = await addInterviewer(laptop.request, as, 'Ida Interviewer');
      const room = newRoom();
      await as('POST', '/interview-sessions/quick-start', { room_code: room });
      const page = await openAs(browser, ida);
      await page.goto(`/editor?room=${room}`);
      await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible({ timeout: 30_000 });

      await putStorage(laptop, visitor(owner));
      await laptop.goto('/interviewers');
      await laptop.getByRole('button', { name: 'Actions for Ida Interviewer' }).click();
      await laptop.getByRole('menuitem', { name: 'Edit' }).click();
      await laptop.getByRole('radio', { name: /^Coordinator/ }).check();
      await expect(laptop.getByText('Ida Interviewer will be signed out everywhere.')).toBeVisible();
      await laptop.getByRole('button', { name: 'Save' }).click();
      await expect(laptop.getByText('COORDINATOR', { exact: true })).toBeVisible();

      await expect(page.getByText(/signed out/i).first()).toBeVisible();
      await page.close();
    },
  );

  test(
    'finds only their own interviews for each interviewer if they see only their own people',
    { tag: '@long' },
    async ({ laptop, browser, picture }) => {
      const { owner, as } = await registerOnPlan(laptop.request, {
        name: 'Acme',
        email: newEmail(),
        password: PASSWORD,
      });
      const [ida, ben] = [
        await addInterviewer(laptop.request, as, 'Ida Interviewer'),
        await addInterviewer(laptop.request, as, 'Ben Interviewer'),
      ];
      const plan = (account: SignedIn, candidate: string) =>
        caller(laptop.request, account.token)('POST', '/interview-sessions', {
          room_code: newRoom(),
          candidate_name: candidate,
          scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
        }) as Promise<{ session: { room_code: string } }>;
      await plan(ida, 'Ada of Ida');
      const ofBen = await plan(ben, 'Bob of Ben');

      await putStorage(laptop, visitor(owner));
      await laptop.goto('/settings#visibility');
      await laptop.getByText('Only people involved', { exact: true }).click();
      await expect(laptop.getByText('Visibility updated')).toBeVisible();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '1 visibility');
      await laptop.goto('/sessions');
      for (const name of ['Ada of Ida', 'Bob of Ben']) await expect(laptop.getByText(name)).toBeVisible();

      for (const [account, shown, hidden] of [
        [ida, 'Ada of Ida', 'Bob of Ben'],
        [ben, 'Bob of Ben', 'Ada of Ida'],
      ] as const) {
        const page = await openAs(browser, account);
        await page.goto('/sessions');
        await expect(page.getByText(shown)).toBeVisible();
        await expect(page.getByText(hidden)).toHaveCount(0);
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(hidden);
        await expect(page.getByText('Nothing found.', { exact: true })).toBeVisible();
        await page.keyboard.press('Escape');
        if (account === ida) {
          await page.goto(`/sessions?session=${ofBen.session.room_code}`);
          await expect(page.getByText('This session doesn’t exist, or it was deleted.')).toBeVisible();
        }
        await page.close();
      }
    },
  );
});
