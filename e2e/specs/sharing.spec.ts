import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { devices } from '../../testkit/devices.ts';
import { newLaptop } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

declare global {
  interface Window {
    /** The data that the share sheet got, and whether it was called during a click. */
    shared: { url: string | undefined; isActive: boolean }[];
    shareFailure: string | undefined;
  }
}

/** Headless Chromium has no share sheet; this one records its calls and fails as configured. */
async function giveShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shared = [];
    navigator.share = async (data) => {
      window.shared.push({ url: data?.url, isActive: navigator.userActivation.isActive });
      if (window.shareFailure !== undefined) throw new DOMException('no', window.shareFailure);
    };
  });
}

const say = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

test(
  'opens the share sheet within the click; cancelling is silent, a refusal copies the link',
  { tag: '@long' },
  async ({ laptop }) => {
    await giveShareSheet(laptop);
    const roomCode = await openInterview(laptop);
    const link = `${new URL(laptop.url()).origin}/codeshare/${roomCode}`;
    const share = laptop.getByRole('button', { name: 'Share link' });
    await share.click();
    await say(laptop, 'Link shared successfully!');
    expect(await laptop.evaluate(() => window.shared)).toEqual([{ url: link, isActive: true }]);

    await expect(laptop.getByText('Link shared successfully!')).toHaveCount(0);
    await laptop.evaluate(() => (window.shareFailure = 'AbortError'));
    await share.click();
    await expect.poll(() => laptop.evaluate(() => window.shared.length)).toBe(2);
    await expect(laptop.getByText(/shared successfully|copied|Failed/)).toHaveCount(0);

    await laptop.evaluate(() => (window.shareFailure = 'NotAllowedError'));
    await share.click();
    await say(laptop, 'Interview link copied to clipboard!');
    expect(await laptop.evaluate(() => navigator.clipboard.readText())).toBe(link);
  },
);

test(
  'copies the link without a share sheet, and shows it as a QR code',
  { tag: '@long' },
  async ({ laptop, picture }) => {
    const roomCode = await openInterview(laptop);
    const link = `${new URL(laptop.url()).origin}/codeshare/${roomCode}`;
    await laptop.getByRole('button', { name: 'Share link' }).click();
    await say(laptop, 'Interview link copied to clipboard!');
    expect(await laptop.evaluate(() => navigator.clipboard.readText())).toBe(link);

    for (const colorScheme of ['light', 'dark'] as const) {
      await laptop.emulateMedia({ colorScheme });
      await laptop.getByRole('button', { name: 'QR code' }).click();
      const dialog = laptop.getByRole('dialog', { name: 'Candidate link' });
      await expect(dialog.getByRole('img', { name: 'QR code of the candidate link' })).toBeVisible();
      await expect(dialog.getByText(link)).toBeVisible();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, `qr ${colorScheme}`);
      await laptop.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  },
);

/** Returns the names of the visible controls with a fill of a color of tokens.css. */
const filledWith = (page: Page, token: string) =>
  page.locator('#root button:visible').evaluateAll((buttons, name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = `var(${name})`;
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return buttons
      .filter((button) => getComputedStyle(button).backgroundColor === color)
      .map((button) => button.textContent);
  }, token);

test(
  'waits for the candidate with the link as its only accent, until they join',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    const card = laptop.getByRole('region', { name: 'Invitation' });
    await expect(card.getByRole('img', { name: 'QR code of the candidate link' })).toBeVisible();
    const codeHeight = () => laptop.locator('main').evaluate((main) => main.getBoundingClientRect().height);
    expect(await codeHeight()).toBe(devices.laptop.viewport.height - 200);
    for (const colorScheme of ['dark', 'light'] as const) {
      await laptop.emulateMedia({ colorScheme });
      await expect.poll(() => filledWith(laptop, '--accent')).toEqual([expect.stringContaining('Copy invite link')]);
      expect(await filledWith(laptop, '--bad')).toEqual([]);
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, `waiting ${colorScheme}`);
    }
    await card.getByRole('button', { name: 'Copy invite link' }).click();
    await expect(card.getByRole('button', { name: 'Copied ✓' })).toBeVisible();
    const link = await laptop.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(new RegExp(`/codeshare/${roomCode}$`));

    await typeAtEnd(laptop, '\n');
    await expect(card).toHaveCount(0);
    await laptop.getByRole('button', { name: 'Invite candidate' }).click();
    await expect(card).toBeVisible();
    expect(await codeHeight()).toBe(devices.laptop.viewport.height - 200);

    // Frames between the face and the card's end; none if the page is held up.
    const shownTogether = laptop.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0;
          const look = () => {
            const hasJoined = document.querySelector('[aria-label$=", candidate"]') !== null;
            if (hasJoined && document.querySelector('[aria-label="Invitation"]') === null) return resolve(frames);
            if (hasJoined) frames++;
            requestAnimationFrame(look);
          };
          look();
        }),
    );
    await joinAsCandidate(phone, link, 'Ada Lovelace');
    expect(await shownTogether).toBeLessThanOrEqual(12);
    await expect(laptop.getByRole('button', { name: 'Invite candidate' })).toHaveCount(0);

    await phone.goto('about:blank');
    await expect(laptop.getByText('Ada Lovelace disconnected', { exact: true })).toBeVisible();
    await expect(laptop.getByRole('button', { name: 'Invite candidate' })).toBeVisible();
    await expect(card).toHaveCount(0);
    expect(await violations(laptop)).toEqual([]);
    await picture(laptop, 'disconnected');
    expect(await filledWith(laptop, '--bad')).toEqual([]);
  },
);

test(
  'tells a second person on the link under which name they joined, and lets them change it',
  { tag: '@long' },
  async ({ laptop, phone, browser, baseURL, problems, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const hint = phone.getByText('Your interviewer sees each line when you press Enter.').filter({ visible: true });
    await expect(hint).toBeVisible();
    await picture(phone, 'first line');
    const other = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await other.goto(`/codeshare/${roomCode}`);
    const strip = other.getByRole('status').filter({ hasText: 'You joined as Ada Lovelace. Not you?' });
    await expect(strip).toBeVisible();
    expect(await violations(other)).toEqual([]);
    await picture(other, 'not you');
    await strip.getByRole('button', { name: 'Change name' }).click();
    await other.getByLabel('Your Name').fill('Grace Hopper');
    await other.getByRole('button', { name: 'Join Code Share' }).click();
    await expect(laptop.getByRole('button', { name: 'Grace Hopper, candidate' })).toBeVisible();
    // The first Ada stays; the place that was taken under her name is left.
    await expect(laptop.getByRole('button', { name: 'Ada Lovelace, candidate' })).toHaveCount(1);
    await expect(laptop.getByText('Ada Lovelace disconnected')).toHaveCount(0);
    await expect(strip).toHaveCount(0);

    const help = other.getByRole('button', { name: 'Help' });
    await help.click();
    await other.getByRole('menuitem', { name: 'How this works' }).click();
    await expect(other.getByRole('dialog')).toContainText('each line when you press Enter');
    await picture(other, 'help');
    await other.keyboard.press('Escape');
    await help.click();
    await other.getByRole('menuitem', { name: 'Leave' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(other).toHaveURL(/\/$/);
  },
);

/** Returns whether every point along the middle of a line belongs to the line, so that nothing covers it. */
const isFree = (line: Element) => {
  const { left, right, top, height } = line.getBoundingClientRect();
  return [0.02, 0.25, 0.5, 0.75, 0.98].every((share) =>
    line.contains(document.elementFromPoint(left + share * (right - left), top + height / 2)),
  );
};

test(
  'covers no line of a second person with their name',
  { tag: '@long' },
  async ({ laptop, phone, browser, baseURL, problems, picture }) => {
    const roomCode = await openInterview(laptop);
    const first = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await joinAsCandidate(first, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await phone.goto(`/codeshare/${roomCode}`);
    const strip = phone.getByRole('status').filter({ hasText: 'You joined as Ada Lovelace. Not you?' });
    const line = phone.locator('.cm-activeLine');
    await typeAtEnd(phone, `${'\n'.repeat(30)}-- here`);
    // The last two are what a keyboard leaves of a phone, upright and on its side.
    for (const [width, height] of [
      [390, 844],
      [320, 568],
      [390, 470],
      [844, 190],
    ] as const)
      await test.step(`${width} × ${height}`, async () => {
        await phone.setViewportSize({ width, height });
        for (const key of ['Control+End', 'Control+Home']) {
          await phone.keyboard.press(key);
          await expect(strip).toBeVisible();
          // The editor scrolls to the caret a frame after its size changed.
          await expect.poll(() => line.evaluate(isFree)).toBe(true);
        }
        await picture(phone, `not you ${width} × ${height}`);
      });
  },
);

test('opens the room of a phone with the invitation over the keys', { tag: '@long' }, async ({ phone, picture }) => {
  await giveShareSheet(phone);
  await openInterview(phone);
  const card = phone.getByRole('region', { name: 'Invitation' });
  await expect(card).toBeVisible();
  for (const colorScheme of ['dark', 'light'] as const) {
    await phone.emulateMedia({ colorScheme });
    await expect.poll(() => filledWith(phone, '--accent')).toEqual([expect.stringContaining('Copy invite link')]);
    expect(await violations(phone)).toEqual([]);
    await picture(phone, `waiting ${colorScheme}`);
  }
  expect(await smallTargets(phone)).toEqual([]);
  await card.getByRole('button', { name: 'Share…' }).click();
  await say(phone, 'Link shared successfully!');
  await card.getByRole('button', { name: 'Hide invitation' }).click();
  await expect(card).toHaveCount(0);
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await phone.getByRole('menuitem', { name: 'Invite candidate' }).click();
  await expect(card).toBeVisible();
});

test('shows that the clipboard refused', { tag: '@long' }, async ({ laptop }) => {
  await laptop.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await openInterview(laptop);
  await laptop.getByRole('button', { name: 'Copy link' }).click();
  await say(laptop, 'Failed to copy link');
});
