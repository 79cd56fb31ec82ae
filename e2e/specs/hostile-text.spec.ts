import type { BrowserContextOptions, Page } from '@playwright/test';
import { PASSWORD } from '../support/accounts.ts';
import { devices } from '../../testkit/devices.ts';
import { expect, test } from '../support/fixtures.ts';
import { activity, memberScreens, sessionsSearch, sharedTexts } from '../support/hostile-screens.ts';
import { guardedPage, HOSTILE, mail, shown, expectHarmless, type HarmCheck, type Texts } from '../support/hostile.ts';
import { expectCode, startInterview, typeAtEnd } from '../support/steps.ts';

test('shows hostile text as text', { tag: '@long' }, async ({ browser, problems, baseURL }) => {
  test.setTimeout(240_000);
  const [a = '', b = '', c = '', d = '', e = ''] = HOSTILE;
  const mark = Math.random().toString(36).slice(2, 10);
  const all: Texts = {
    company: a,
    phone: [...b].slice(0, 40).join(''),
    address: `${c}\n${d}`,
    interviewer: b,
    candidate: c,
    planned: d,
    notes: `${e}\n${a}`,
    mark,
  };
  const open = (device: keyof typeof devices, more: BrowserContextOptions = {}) =>
    guardedPage(browser, { ...devices[device], ...more, ...(baseURL && { baseURL }) }, problems);
  const laptop = await open('laptop');
  const phone = await open('phone');

  await test.step('company', () => company(laptop, all, expectHarmless));
  await test.step('interviewers', () => interviewers(laptop, all, expectHarmless));
  await test.step('planned', () => planned(laptop, phone, all, expectHarmless));
  await test.step('room', () => room(laptop, phone, all, expectHarmless));
  await test.step('lists', () => lists(laptop, all, expectHarmless));
  await test.step('search', () => sessionsSearch(laptop, all, expectHarmless));
  await test.step('activity and export', () => activity(laptop, all, expectHarmless));
  const member = await open('laptop', { serviceWorkers: 'allow' });
  await test.step('an interviewer', () => memberScreens(member, all, expectHarmless));
  await test.step('shared', () => sharedTexts(member, HOSTILE, expectHarmless));
  await Promise.all([laptop, phone, member].map((page) => page.context().close()));
});

async function company(
  page: Page,
  { company: name, phone, address, mark }: Texts,
  expectHarmless: HarmCheck,
): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Company Name').fill(name);
  await page.getByLabel('Email Address').fill(mail(mark, 'owner'));
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByLabel('Address', { exact: true }).fill(address);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('article', { name: 'Starter' }).getByRole('button', { name: 'Subscribe' }).click();
  await shown(page, `Welcome back, ${name.trim()}!`);
  await shown(page, mail(mark, 'owner'));
  await expectHarmless(page, 'dashboard');
  await page.goto('/settings');
  await expect(page.getByLabel('Company Name')).toHaveValue(name.trim());
  await page.getByRole('button', { name: 'Update profile' }).click();
  await shown(page, 'Profile updated successfully');
  await expectHarmless(page, 'settings');
}

async function interviewers(page: Page, { interviewer, mark }: Texts, expectHarmless: HarmCheck): Promise<void> {
  await page.goto('/interviewers');
  await page.getByRole('button', { name: 'Add colleague' }).first().click();
  await page.getByLabel('Full Name').fill(interviewer);
  await page.getByLabel('Email Address').fill(mail(mark, 'member'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await shown(page, interviewer);
  await expectHarmless(page, 'interviewers');
  for (const item of ['Edit', 'Delete']) {
    await page.getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole(item === 'Edit' ? 'dialog' : 'alertdialog')).toBeVisible();
    await expectHarmless(page, `${item} interviewer`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
  await page.getByRole('searchbox').fill(interviewer);
  await shown(page, interviewer);
  await page.getByRole('searchbox').fill(`${interviewer}?`);
  await expectHarmless(page, 'no interviewer found');
}

async function planned(laptop: Page, phone: Page, texts: Texts, expectHarmless: HarmCheck): Promise<void> {
  await laptop.goto('/sessions');
  await laptop.getByRole('button', { name: 'New Session', exact: true }).click();
  await laptop.getByText('Schedule', { exact: true }).click();
  await laptop.getByLabel('Candidate Name', { exact: true }).fill(texts.planned);
  await laptop.getByLabel('Candidate Email', { exact: true }).fill(mail(texts.mark, 'candidate'));
  await laptop.getByRole('button', { name: 'Schedule session' }).click();
  const details = laptop.getByRole('dialog', { name: 'Session details' });
  await details.getByLabel('Team notes').fill(texts.notes);
  await expect(details.getByText('Saved', { exact: true })).toBeVisible();
  await expectHarmless(laptop, 'details');
  const link = await details.getByRole('code').filter({ hasText: '/codeshare/' }).innerText();
  await details.getByRole('button', { name: 'Close' }).click();
  await shown(laptop, texts.planned);
  await phone.goto(link);
  await shown(phone, texts.company);
  await expectHarmless(phone, 'link before the start');
  for (const path of [
    `/codeshare/${encodeURIComponent(texts.candidate)}`,
    `/reset-password#${encodeURIComponent(texts.candidate)}`,
    `/no-such/${encodeURIComponent(texts.candidate)}?${encodeURIComponent(texts.candidate)}`,
  ]) {
    await phone.goto(path);
    await expect(phone.locator('h1:visible, h2:visible, [role=alert]:visible').first()).toBeVisible();
    await expectHarmless(phone, path);
  }
}

async function room(laptop: Page, phone: Page, texts: Texts, expectHarmless: HarmCheck): Promise<void> {
  await laptop.goto('/dashboard');
  const roomCode = await startInterview(laptop);
  await phone.goto(`/codeshare/${roomCode}`);
  await shown(phone, texts.company);
  await expectHarmless(phone, 'join card');
  await phone.getByLabel('Your Name').fill(texts.candidate);
  await phone.getByRole('button', { name: 'Join Code Share' }).click();
  await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
  await shown(phone, texts.company);
  await shown(laptop, 'joined');
  await expectHarmless(laptop, 'toast of an arrival');
  await laptop.getByText('Realtime (each key)').first().click();
  await typeAtEnd(laptop, '\n<b onclick=1>');
  await expectCode(phone, '<b onclick=1>');
  await expectHarmless(phone, "the interviewer's cursor");
  await typeAtEnd(phone, '\n</script>{{7*7}}');
  await expectCode(laptop, '</script>{{7*7}}');
  await expectHarmless(laptop, "the candidate's cursor");
  await laptop.getByRole('button', { name: /, candidate$/ }).click();
  await laptop.getByRole('menuitem', { name: 'Follow' }).click();
  await shown(laptop, 'Following');
  await expectHarmless(laptop, 'following');
  await laptop.getByRole('button', { name: /, candidate$/ }).click();
  await laptop.getByRole('menuitem', { name: 'Remove from session' }).click();
  await expect(laptop.getByRole('alertdialog')).toBeVisible();
  await expectHarmless(laptop, 'question of a removal');
  await laptop.getByRole('alertdialog').getByRole('button', { name: 'Cancel', exact: true }).click();
  await laptop.getByRole('button', { name: 'End', exact: true }).click();
  await laptop.getByRole('alertdialog').getByRole('button').first().click();
  const ended = phone.getByRole('alertdialog');
  await expect(ended).toContainText('Session Ended');
  await expectHarmless(phone, 'ended');
  const [download] = await Promise.all([
    phone.waitForEvent('download'),
    ended.getByRole('button', { name: 'Download code' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[\w.-]+$/);
  await expect(laptop).toHaveURL(/\/sessions$/);
}

async function lists(page: Page, texts: Texts, expectHarmless: HarmCheck): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'My notes' })).toBeFocused();
  await shown(page, texts.candidate);
  await expectHarmless(page, 'scorecard');
  await page.getByRole('button', { name: 'Back to sessions' }).click();
  await shown(page, texts.candidate);
  await expectHarmless(page, 'sessions');
  await page.getByRole('searchbox').fill(texts.candidate);
  await page.getByRole('row').filter({ hasText: 'COMPLETED' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'View Details' }).click();
  const details = page.getByRole('dialog', { name: 'Session details' });
  await shown(page, texts.company);
  await expect(details).toContainText('</script>{{7*7}}');
  await details.getByRole('button', { name: 'View Full Code' }).click();
  await expect(page.getByText('{{7*7}}').last()).toBeVisible();
  await expectHarmless(page, 'the whole code');
  await page.goto('/sessions');
  await page.getByRole('row').filter({ hasText: 'COMPLETED' }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectHarmless(page, 'question of a deletion');
}
