import type { Page } from '@playwright/test';
import { editorOf, newLaptop, readDrawnLines } from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { joinAsCandidate, openInterview } from '../support/steps.ts';

/** The actions of an input method in the focused editor of a page. */
async function inputMethod(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    /** Shows an unfinished word; with `replaced`, in place of that many letters from `from`. */
    compose: async (text: string, replaced?: { from: number; length: number }) => {
      const cursor = { selectionStart: text.length, selectionEnd: text.length };
      const place = replaced && { replacementStart: replaced.from, replacementEnd: replaced.from + replaced.length };
      await session.send('Input.imeSetComposition', { text, ...cursor, ...place });
    },
    commit: async (text: string) => void (await session.send('Input.insertText', { text })),
  };
}

/** Returns the drawn lines, without the indentation that one of the editors adds. */
const readLines = async (page: Page) => (await readDrawnLines(page)).map((line) => line.trim());

/** Replaces the code by one line, with the peer's cursor at its start and the own cursor at `place`. */
async function begin(person: Page, other: Page, line: string, place: number): Promise<void> {
  await editorOf(other).click();
  for (const key of ['Control+a', 'Delete']) await other.keyboard.press(key);
  await other.keyboard.type(`${line}\n`);
  await expect.poll(() => readLines(person)).toEqual([line, '']);
  await other.keyboard.press('Control+Home');
  await editorOf(person).click();
  await person.keyboard.press('Control+Home');
  for (let at = 0; at < place; at++) await person.keyboard.press('ArrowRight');
}

test(
  'keeps an unfinished composition in place while a peer edits its line',
  { tag: '@long' },
  async ({ laptop, browser, baseURL, problems }) => {
    const roomCode = await openInterview(laptop);
    const touch = await newLaptop(browser, baseURL, { problems, editor: 'touch' });
    await joinAsCandidate(touch, `/codeshare/${roomCode}`, 'Ada Lovelace');
    const expectLines = async (...lines: string[]) => {
      for (const page of [laptop, touch]) await expect.poll(() => readLines(page)).toEqual(lines);
    };
    const expectBoth = (...lines: string[]) => expectLines(...lines, '');
    const pairs = [
      ['Monaco', laptop, touch],
      ['CodeMirror', touch, laptop],
    ] as const;

    for (const [editor, person, other] of pairs)
      await test.step(`${editor}: text held until Enter`, async () => {
        const { compose, commit } = await inputMethod(person);
        await begin(person, other, 'abc def', 'abc '.length);
        await compose('に');
        await other.keyboard.type('above\n');
        await expect.poll(() => readLines(person)).toEqual(['above', 'abc にdef', '']);
        await expect.poll(() => readLines(other)).toEqual(['above', 'abc def', '']);
        await compose('日本');
        await commit('日本');
        expect(await readLines(other)).toEqual(['above', 'abc def', '']);
        await person.keyboard.press('Enter');
        await expectBoth('above', 'abc 日本', 'def');
      });

    await laptop.getByText('Realtime (each key)').click();
    for (const [editor, person, other] of pairs) {
      const { compose, commit } = await inputMethod(person);

      await test.step(`${editor}: a word of an input method`, async () => {
        await begin(person, other, 'abc def', 'abc '.length);
        await compose('に');
        await expectBoth('abc にdef');
        await other.keyboard.type('ZZ');
        await expectBoth('ZZabc にdef');
        await compose('日本');
        await compose('日本ん');
        await commit('日本ん');
        await person.keyboard.type('!');
        await expectBoth('ZZabc 日本ん!def');
      });

      await test.step(`${editor}: a dead key`, async () => {
        await begin(person, other, 'abc def', 'abc '.length);
        await compose('´');
        await expectBoth('abc ´def');
        await other.keyboard.type('Z');
        await expectBoth('Zabc ´def');
        await commit('é');
        await expectBoth('Zabc édef');
      });
    }

    await test.step('Monaco: an autocorrection', async () => {
      const { compose, commit } = await inputMethod(laptop);
      await begin(laptop, touch, 'abc teh', 'abc teh'.length);
      await compose('the', { from: 'abc '.length, length: 'teh'.length });
      await expectBoth('abc the');
      await touch.keyboard.type('Z');
      await expectBoth('Zabc the');
      await commit('the');
      await laptop.keyboard.type('!');
      await expectBoth('Zabc the!');
    });
    await test.step('CodeMirror: a letter over a line break, before the cursor of a peer', async () => {
      await begin(touch, laptop, 'abc;', 'abc;'.length);
      await laptop.keyboard.press('Control+End');
      await laptop.keyboard.type('-- def');
      await expectLines('abc;', '-- def');
      for (const key of ['Shift+ArrowDown', 'Shift+Home']) await touch.keyboard.press(key);
      await touch.keyboard.type('x');
      await expectLines('abc;x-- def');
    });
    await touch.context().close();
  },
);
