import type { Locator, Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { joinAsCandidate, openInterview } from '../support/steps.ts';

const NOTE = 'Documentation and search are fine.';

/** Changes the rule in the interviewer's room. */
async function changeRule(page: Page, rule: string, note?: string): Promise<void> {
  await page.getByRole('button', { name: /^Room access/ }).click();
  await page.getByRole('menuitem', { name: 'Change rules' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rules' });
  await dialog.getByText(rule, { exact: true }).click();
  if (note !== undefined) await dialog.getByLabel('Details').fill(note);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Returns the word before a rule, which a style sheet writes. */
const wordBefore = (rule: Locator) => rule.evaluate((element) => getComputedStyle(element, '::before').content);

test(
  'shows a rule on the join card before the name, and in both rooms at once',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    const link = `/codeshare/${roomCode}`;
    await expect(laptop.locator('[data-room-rule]')).toHaveCount(0);

    await changeRule(laptop, 'No AI', NOTE);
    await expect(laptop.locator('[data-room-rule]')).toHaveText(`No AI ${NOTE}`);
    expect(await wordBefore(laptop.locator('[data-room-rule] > b'))).toBe('"Rule: "');
    await picture(laptop, '1 room');

    await phone.goto(link);
    const rule = phone.locator('[data-rule]');
    await expect(rule).toHaveText(`No AI ${NOTE}`);
    expect(await wordBefore(rule.locator('> b'))).toBe('"Rule: "');
    const [ruleBox, nameBox] = [await rule.boundingBox(), await phone.getByLabel('Your Name').boundingBox()];
    expect((ruleBox?.y ?? 0) + (ruleBox?.height ?? 0)).toBeLessThanOrEqual(nameBox?.y ?? 0);
    expect(await violations(phone)).toEqual([]);
    await picture(phone, '2 card');

    await joinAsCandidate(phone, link, 'Ada');
    await expect(phone.locator('[data-room-rule] summary')).toHaveText('No AI');
    expect(await wordBefore(phone.locator('[data-room-rule] summary'))).toBe('"Rule: "');
    await phone.locator('[data-room-rule] summary').click();
    await expect(phone.getByText(NOTE)).toBeVisible();
    expect(await violations(phone)).toEqual([]);
    expect(await smallTargets(phone)).toEqual([]);
    await picture(phone, '3 phone');

    await changeRule(laptop, 'Any tools', '');
    await expect(phone.locator('[data-room-rule]')).toHaveText('Any tools');
    await changeRule(laptop, 'No rule');
    await expect(phone.locator('[data-room-rule]')).toHaveCount(0);
  },
);
