import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, openInterview, typeAtEnd } from '../support/steps.ts';

/** Typed in the practice editor: it must not leave the device. */
const CANARY = 'canary of practice';

/** Records what a page sends over sockets and in requests. */
function recordSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(payload.toString())));
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  return sent;
}

async function ask(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your Name').fill(name);
  await page.getByRole('button', { name: 'Join Code Share' }).click();
}

const connected = (page: Page) => expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });

async function chooseAccess(page: Page, role: 'menuitem' | 'menuitemcheckbox', name: string): Promise<void> {
  await page.getByRole('button', { name: /^Room access/ }).click();
  await page.getByRole(role, { name, exact: true }).click();
}

// The locked room refuses a join.
test.use({ expectedProblems: /status of 409/ });

test(
  'admits a candidate, sends them back and admits them from the dashboard; a stranger stays out',
  { tag: '@even' },
  async ({ laptop, phone, page: stranger, picture }) => {
    const roomCode = await openInterview(laptop);
    const link = `/codeshare/${roomCode}`;
    const sent = recordSent(phone);
    const waitingRoom = laptop.getByRole('region', { name: 'Waiting room' });

    await test.step('the candidate waits, and practises on the device alone', async () => {
      await chooseAccess(laptop, 'menuitemcheckbox', 'Ask before admitting');
      await typeAtEnd(laptop, '\nsecret of the room\n');
      await ask(phone, link, 'Interviewer (host)');
      await expect(phone.getByText('Your interviewer knows you’re here')).toBeVisible();
      await expect(phone.getByRole('timer', { name: 'Time waited' })).toHaveText(/^\d+:\d\d$/);
      await expect(phone.getByText('secret of the room')).toHaveCount(0);
      expect(await violations(phone)).toEqual([]);
      expect(await smallTargets(phone)).toEqual([]);
      await picture(phone, '1 waiting');
      await phone.getByRole('button', { name: 'Try the editor while you wait' }).click();
      await typeAtEnd(phone, `${CANARY}\n`);
      await expectCode(phone, CANARY);
      await picture(phone, '2 practising');
    });

    await test.step('the interviewer sees the role beside the name, and admits with one tap', async () => {
      await expect(waitingRoom).toContainText('Interviewer (host) is waiting');
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '3 who waits');
      await waitingRoom.getByRole('button', { name: 'Admit', exact: true }).click();
      await connected(phone);
      await expectCode(phone, 'secret of the room');
      await expect(waitingRoom).toHaveCount(0);
      expect(sent.join('\n')).not.toContain('canary');
    });

    await test.step('sent back, the candidate keeps what was not sent, also through a reload', async () => {
      await typeAtEnd(phone, 'finished line\n');
      await expectCode(laptop, 'finished line');
      await laptop.getByRole('button', { name: 'Interviewer (host), candidate' }).click();
      await laptop.getByRole('menuitem', { name: 'Move to waiting room' }).click();
      await expect(phone.getByText('Your interviewer asked you to wait outside for a moment')).toBeVisible();
      await expect(phone.getByText('secret of the room')).toHaveCount(0);
      await typeAtEnd(laptop, 'said meanwhile\n');
      expect(await violations(phone)).toEqual([]);
      await picture(phone, '4 sent back');
      await phone.reload();
      await expect(phone.getByText('Your interviewer knows you’re here')).toBeVisible();
      await expect(phone.getByText('said meanwhile')).toHaveCount(0);
    });

    await test.step('the locked room refuses a stranger with the link', async () => {
      await chooseAccess(laptop, 'menuitem', 'Lock room');
      await expect(laptop.getByRole('button', { name: 'Room access: locked' })).toBeVisible();
      await ask(stranger, link, 'Mallory');
      await expect(stranger.getByRole('alert')).toContainText('The room is locked. Ask your interviewer.');
      expect(await violations(stranger)).toEqual([]);
      await picture(stranger, '5 locked');
      await chooseAccess(laptop, 'menuitem', 'Unlock room');
      await expect(laptop.getByRole('button', { name: 'Room access', exact: true })).toBeVisible();
    });

    await test.step('the stranger waits, is rejected, and learns it', async () => {
      await stranger.getByRole('button', { name: 'Join Code Share' }).click();
      await expect(stranger.getByText('Your interviewer knows you’re here')).toBeVisible();
      await expect(waitingRoom.getByRole('listitem')).toHaveCount(2);
      await picture(laptop, '6 two wait');
      await waitingRoom.getByRole('button', { name: 'More about Mallory' }).click();
      const reject = laptop.getByRole('menuitem', { name: 'Reject' });
      // The bar that holds the menu does not clip it.
      await expect(reject).toBeInViewport({ ratio: 1 });
      await reject.click();
      await laptop.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
      await expect(stranger.getByRole('heading', { name: 'Your interviewer did not let you in' })).toBeVisible();
      expect(await violations(stranger)).toEqual([]);
      await picture(stranger, '7 rejected');
      await stranger.reload();
      await expect(stranger.getByRole('heading', { name: 'Your interviewer did not let you in' })).toBeVisible();
      await expect(waitingRoom.getByRole('listitem')).toHaveCount(1);
    });

    await test.step('from the dashboard the candidate is admitted again, and nothing is lost', async () => {
      await laptop.goto('/dashboard');
      const list = laptop.getByRole('region', { name: 'At the door' });
      await expect(list).toContainText('Interviewer (host)');
      await expect(phone.getByText(/^Nobody from Analytical Engines .* is here yet$/)).toBeVisible();
      expect(await violations(laptop)).toEqual([]);
      await picture(laptop, '8 dashboard');
      await list.getByRole('button', { name: 'Admit', exact: true }).click();
      await connected(phone);
      await expect(list).toHaveCount(0);
      for (const text of ['finished line', 'said meanwhile']) await expectCode(phone, text);
      expect(sent.join('\n')).not.toContain('canary');
    });
  },
);

test(
  'admits from a phone above the keys, and keeps the line being typed in view',
  { tag: '@long' },
  async ({ laptop: candidate, phone, picture }) => {
    const roomCode = await openInterview(phone);
    await phone.getByRole('button', { name: 'Hide invitation' }).click();
    await typeAtEnd(phone, Array.from({ length: 40 }, (_, nth) => `\nline ${nth}`).join(''));
    await phone.getByRole('button', { name: 'More', exact: true }).click();
    await phone.getByRole('menuitemcheckbox', { name: 'Ask before admitting' }).click();
    await phone.locator('.cm-line', { hasText: 'line 39' }).click();
    await ask(candidate, `/codeshare/${roomCode}`, 'Ada Lovelace');

    const bar = phone.getByRole('region', { name: 'Waiting room' });
    await expect(bar.getByRole('button', { name: 'Admit', exact: true })).toBeVisible();
    const box = async (of: ReturnType<typeof phone.locator>) => (await of.boundingBox()) ?? { y: 0, height: 0 };
    const keys = await box(phone.getByRole('toolbar', { name: 'Code keys' }));
    const shown = await box(bar);
    expect(shown.height).toBe(48);
    expect(shown.y + shown.height).toBeLessThanOrEqual(keys.y);
    const line = phone.locator('.cm-line', { hasText: 'line 39' });
    await expect.poll(async () => (await box(line)).y + (await box(line)).height).toBeLessThanOrEqual(shown.y);
    expect(await violations(phone)).toEqual([]);
    expect(await smallTargets(phone)).toEqual([]);
    await picture(phone, '1 bar');
    await bar.getByRole('button', { name: 'Admit', exact: true }).click();
    await connected(candidate);
    await expect(bar).toHaveCount(0);
    await phone.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
    await expect(phone.getByRole('menuitem', { name: 'Move to waiting room' })).toBeVisible();
  },
);
