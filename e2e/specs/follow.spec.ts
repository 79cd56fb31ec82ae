import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

const FILLER = `${'-- a line\n'.repeat(40)}`;

test(
  'follows the candidate until the interviewer scrolls or types',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await typeAtEnd(laptop, FILLER);
    await laptop.keyboard.press('Control+Home');
    await expect(laptop.locator('.view-line').getByText('40', { exact: true })).toHaveCount(0);

    await test.step('a click on the face starts following', async () => {
      await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
      await laptop.getByRole('menuitem', { name: 'Follow' }).click();
      await expect(laptop.getByText('Following Ada Lovelace')).toBeVisible();
      await typeAtEnd(phone, 'SELECT 1;\n');
      await expectCode(laptop, 'SELECT 1;');
    });

    await test.step('an unsent line shows its cursor, and the name becomes initials when the cursor rests', async () => {
      // From before the first letter, because the name is visible for a moment only.
      await Promise.all([
        laptop.waitForFunction(() => {
          const flag = document.querySelector('.peer-flag');
          return flag && getComputedStyle(flag, '::before').content === '"Ada Lovelace"';
        }),
        phone.keyboard.type('SELECT sec'),
      ]);
      await expect(laptop.locator('footer').getByText(/^Ada Lovelace is typing on line \d+$/)).toBeVisible();
      await picture(laptop, 'following');
      await picture(phone, 'followed');
      await expect(laptop.locator('.view-lines')).not.toContainText('sec');
      await expect.poll(() => textOfFlag(laptop)).toBe('"AD"');
      await phone.keyboard.press('Enter');
      await expectCode(laptop, 'SELECT sec');
      await expect(laptop.getByText(/is typing on line/)).toHaveCount(0);
    });

    await test.step('scrolling stops it', async () => {
      await laptop.locator('.monaco-editor').first().hover();
      await laptop.mouse.wheel(0, -4_000);
      await expect(laptop.getByText('Following Ada Lovelace')).toHaveCount(0);
      await typeAtEnd(phone, 'SELECT 2;\n');
      await laptop.waitForTimeout(500);
      await expect(laptop.locator('.view-lines')).not.toContainText('SELECT 2;');
    });

    await test.step('typing stops it', async () => {
      await laptop.getByRole('button', { name: 'Ada Lovelace, candidate' }).click();
      await laptop.getByRole('menuitem', { name: 'Follow' }).click();
      await expectCode(laptop, 'SELECT 2;');
      await laptop.locator('.monaco-editor').first().getByRole('textbox').focus();
      await laptop.keyboard.press('ArrowUp');
      await expect(laptop.getByText('Following Ada Lovelace')).toHaveCount(0);
    });
  },
);

/** Returns the text of the first flag, which its style sheet shows, in quotation marks. */
const textOfFlag = (page: Page) =>
  page
    .locator('.peer-flag')
    .first()
    .evaluate((flag) => getComputedStyle(flag, '::before').content);

/** Returns the texts that flags cover; fails if there is no flag. */
async function coveredByFlags(page: Page): Promise<string[]> {
  await expect(page.locator('.peer-flag').first()).toBeVisible();
  return page.evaluate(() => {
    const flags = [...document.querySelectorAll('.peer-flag')].map((flag) => flag.getBoundingClientRect());
    const covered: string[] = [];
    for (const line of document.querySelectorAll('.view-line, .cm-line')) {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const [text, range] = [texts.currentNode, document.createRange()];
        for (let at = 0; at < (text.textContent?.length ?? 0); at++) {
          if (!/[^\s\u00a0\u2060]/.test(text.textContent?.[at] ?? '')) continue;
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const letter = range.getBoundingClientRect();
          const isCovered = flags.some(
            (flag) =>
              flag.width > 0 &&
              flag.left < letter.right &&
              letter.left < flag.right &&
              flag.top + 1 < letter.bottom &&
              letter.top + 1 < flag.bottom,
          );
          if (isCovered) covered.push(text.textContent?.[at] ?? '');
        }
      }
    }
    return covered;
  });
}

/** Returns the line (from 1) of the first name flag. */
const lineOfFlag = (page: Page) =>
  page
    .locator('.peer-flag')
    .first()
    .evaluate((flag) => {
      const lines = [...document.querySelectorAll('.view-line, .cm-line')].map((line) => line.getBoundingClientRect());
      const { top, height } = flag.getBoundingClientRect();
      return lines.filter((line) => line.top <= top + height / 2).length;
    });

const colorsOf = (page: Page, selector: string, property: 'backgroundColor' | 'borderLeftColor') =>
  page
    .locator(selector)
    .evaluateAll((carets, name) => [...new Set(carets.map((caret) => getComputedStyle(caret)[name]))], property);

test(
  'covers no code with a name flag, and colors the own caret differently',
  { tag: '@long' },
  async ({ laptop, phone, picture }) => {
    const roomCode = await openInterview(laptop);
    await joinAsCandidate(phone, `/codeshare/${roomCode}`, 'Ada Lovelace');
    await laptop.getByText('Realtime (each key)').first().click();
    await typeAtEnd(laptop, '\nSELECT name, engine\nFROM analytical_engines\nORDER BY name;');
    await expectCode(phone, 'ORDER BY name;');

    const moves: [place: string, line: number, keys: string[]][] = [
      ['the first line', 1, ['Control+Home', 'ArrowRight']],
      ['the middle of the code', 3, ['Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']],
      ['the end of the first line', 1, ['Control+Home', 'End']],
      ['a line just written', 5, ['Control+Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End', 'Enter']],
    ];
    for (const [writer, reader] of [
      [laptop, phone],
      [phone, laptop],
    ] as const)
      for (const [place, line, keys] of moves)
        await test.step(`${writer === laptop ? 'the laptop' : 'the phone'} at ${place}`, async () => {
          // The name is visible for a moment only, so a slow check moves the cursor again.
          await expect(async () => {
            await typeAtEnd(writer, '');
            for (const key of keys) await writer.keyboard.press(key);
            await expect.poll(() => lineOfFlag(reader), { timeout: 2_000 }).toBe(line);
            expect(await coveredByFlags(reader)).toEqual([]);
            expect(await textOfFlag(reader)).toMatch(/^".{3,}"$/);
          }).toPass();
          await expect.poll(() => textOfFlag(reader)).toMatch(/^"..?"$/);
          expect(await coveredByFlags(reader)).toEqual([]);
          await picture(reader, `${writer === laptop ? 'laptop' : 'phone'} at ${place}`);
        });

    const [own] = await colorsOf(laptop, '.monaco-editor .cursor', 'backgroundColor');
    const [peer] = await colorsOf(laptop, '.peer-caret', 'borderLeftColor');
    const [ownOnPhone] = await colorsOf(phone, '.cm-cursor-primary', 'borderLeftColor');
    const [peerOnPhone] = await colorsOf(phone, '.cm-ySelectionCaret', 'borderLeftColor');
    expect(own).toBe(ownOnPhone);
    expect([peer, peerOnPhone]).not.toContain(own);
    expect([peer, peerOnPhone]).not.toContain(undefined);
  },
);
