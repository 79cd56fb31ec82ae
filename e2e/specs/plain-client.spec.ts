import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { openPlainClient } from '../support/plain-client.ts';
import { endInterview, expectCode, openInterview, typeAtEnd } from '../support/steps.ts';

test(
  'edits one room by a client of the documented events and a browser together',
  { tag: '@long' },
  async ({ laptop, request, baseURL }) => {
    const roomCode = await openInterview(laptop);
    const { token, code } = await join(request, roomCode, 'Grace Hopper');
    const plain = await openPlainClient({
      origin: baseURL ?? '',
      roomCode,
      userName: 'Grace Hopper',
      authToken: token,
      code,
    });

    await test.step('it gets the initial text and is in the list', async () => {
      expect(plain.code()).toContain('-- Start coding here...');
      expect(await plain.participants()).toContain('Grace Hopper');
      await expect(
        laptop
          .getByText('Grace Hopper')
          .or(laptop.getByLabel(/Grace Hopper/))
          .first(),
      ).toBeAttached();
    });

    await test.step('each gets the other’s edits', async () => {
      plain.change((text) => `${text}\nSELECT 'from the plain client';`);
      await expectCode(laptop, "SELECT 'from the plain client';");
      await typeAtEnd(laptop, '\nSELECT 2;\n');
      await expect.poll(() => plain.code()).toContain('SELECT 2;');
      expect(plain.code()).toContain("SELECT 'from the plain client';");
    });

    await test.step('simultaneous edits are merged', async () => {
      const typing = typeAtEnd(laptop, 'SELECT 3;\nSELECT 4;\nSELECT 5;\n');
      for (const mark of ['-- one', '-- two', '-- three']) {
        plain.change((text) => `${mark}\n${text}`);
        await laptop.waitForTimeout(120);
      }
      await typing;
      const all = ['-- one', '-- two', '-- three', 'SELECT 2;', 'SELECT 3;', 'SELECT 4;', 'SELECT 5;'];
      for (const line of all) await expectCode(laptop, line);
      await expect.poll(() => all.filter((line) => plain.code().split(line).length !== 2)).toEqual([]);
    });

    await test.step('it gets the end', async () => {
      await endInterview(laptop);
      expect(await plain.ended).toContain('ended this session');
    });
    plain.close();
  },
);

/** Joins with the documented public calls; returns the candidate's token and the text. */
async function join(
  request: APIRequestContext,
  roomCode: string,
  name: string,
): Promise<{ token: string; code: string }> {
  const path = `/api/public/session/${roomCode}`;
  const shown = await (await request.get(path)).json();
  const joined = await (await request.post(`${path}/join`, { data: { candidate_name: name } })).json();
  return { token: joined.token, code: shown.session.code_editor_data[0].code_content };
}
