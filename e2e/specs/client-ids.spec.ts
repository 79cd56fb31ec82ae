import type { Page } from '@playwright/test';
import { post } from '../support/accounts.ts';
import { expect, test } from '../support/fixtures.ts';
import { openHostileEditor } from '../support/hostile-editor.ts';
import { goOffline } from '../support/installed.ts';
import { expectCode, openInterview, readInterview, typeAtEnd } from '../support/steps.ts';

test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

const serverCode = async (page: Page, roomCode: string) => (await readInterview(page, roomCode)).code;
const saveState = (page: Page) => page.locator('footer').getByTestId('save-state');

test(
  'delivers the interviewer’s edits although a hostile candidate writes under their client id',
  { tag: '@long' },
  async ({ page, context, request, baseURL }) => {
    const roomCode = await openInterview(page);
    const { token } = await post<{ token: string }>(request, `/public/session/${roomCode}/join`, {
      candidate_name: 'Mallory',
    });
    const hostile = await openHostileEditor({ origin: baseURL ?? '', roomCode, authToken: token });

    await test.step('by writing under their client id before the first Enter', async () => {
      await typeAtEnd(page, '\nline one');
      await expect.poll(() => hostile.shownIds().length).toBeGreaterThan(0);
      for (const id of hostile.shownIds()) expect(await hostile.forge(id, 'M')).toMatchObject({ ok: false });
      await typeAtEnd(page, '\nline two\n');
      await expect.poll(() => serverCode(page, roomCode)).toMatch(/line one\nline two\n$/);
      await expect(saveState(page)).toHaveText(/^Saved/);
      const code = await serverCode(page, roomCode);
      await expect.poll(() => hostile.text()).toBe(code);
    });

    await test.step('by writing under it while they type offline', async () => {
      await goOffline(context);
      await page.getByRole('button', { name: 'Keep typing on this device' }).click();
      await typeAtEnd(page, 'line three\n');
      // After the server has removed the interviewer.
      const forge = () => Promise.all(hostile.shownIds().map((id) => hostile.forge(id, 'M')));
      await expect.poll(async () => (await forge()).some(({ ok }) => ok), { timeout: 30_000 }).toBe(true);
      const wrongStates = await watchSaved(page, roomCode, 'line three');
      await context.setOffline(false);
      await expect.poll(() => serverCode(page, roomCode), { timeout: 30_000 }).toContain('line three\n');

      await expect(saveState(page)).toHaveText(/^Saved/);
      expect(wrongStates()).toEqual([]);
      await typeAtEnd(page, 'line four\n');
      await expect.poll(() => serverCode(page, roomCode)).toMatch(/line one\nline two\nline three\nline four\n$/);
      await expect(saveState(page)).toHaveText(/^Saved/);
      const code = await serverCode(page, roomCode);
      await expect.poll(() => hostile.text()).toBe(code);
      await expectCode(page, code.trimEnd());
    });
    hostile.close();
  },
);

/** Reads the server's code whenever the page shows "Saved" from now on. Returns the lines that it lacked then. */
async function watchSaved(page: Page, roomCode: string, line: string): Promise<() => string[]> {
  const wrongStates: string[] = [];
  await page.exposeFunction('checkSaved', async (shownState: string) => {
    if (!(await serverCode(page, roomCode)).includes(line)) wrongStates.push(shownState);
  });
  await saveState(page).evaluate((state) => {
    const look = () => {
      if (state.textContent.startsWith('Saved')) void Reflect.get(window, 'checkSaved')(state.textContent);
    };
    new MutationObserver(look).observe(state, { characterData: true, childList: true, subtree: true });
  });
  return () => wrongStates;
}
