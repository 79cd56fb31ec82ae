import type { Page } from '@playwright/test';
import { smallTargets, violations } from '../support/accessibility.ts';
import {
  completion,
  completions,
  describeCompletion,
  describeWord,
  editorOf,
  newLaptop,
  readDrawnLines,
} from '../support/editors.ts';
import { expect, test } from '../support/fixtures.ts';
import { openPlainClient } from '../support/plain-client.ts';
import { complete, createFile, startWith, write as writeCode } from '../support/runs.ts';
import { expectCode, joinAsCandidate, openInterview, typeAtEnd } from '../support/steps.ts';

/** Replaces the code of a page's editor. */
async function write(page: Page, code: string): Promise<void> {
  await editorOf(page).click({ position: { x: 60, y: 10 } });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await typeAtEnd(page, code);
}

/** Joins a room as a candidate with a socket of one's own, in place of the page. */
async function joinByHand({ request }: Page, origin: string, roomCode: string) {
  const data = { candidate_name: 'Mallory' };
  const reply = await request.post(`${origin}/api/public/session/${roomCode}/join`, { data });
  const { token } = (await reply.json()) as { token: string };
  return openPlainClient({ origin, roomCode, userName: 'Mallory', authToken: token, code: '' });
}

/** Presses Tab once the suggestion is the chosen one: a list that has just been filled may have none yet. */
async function accept(page: Page, name: string): Promise<void> {
  await expect(completion(page, name)).toHaveClass(/focused/);
  await page.keyboard.press('Tab');
}

const rule = (page: Page) => page.locator('[data-room-rule]');

test(
  'completes for the candidate what the interviewer allows, and nothing more',
  { tag: '@long' },
  async ({ browser, baseURL, laptop, phone, problems, picture }) => {
    const roomCode = await openInterview(laptop);
    const link = `/codeshare/${roomCode}`;
    await complete(laptop, 'Words');
    await phone.goto(link);
    await expect(phone.locator('[data-rule]')).toHaveText(/^\s*The editor completes words\.$/);
    expect(await violations(phone)).toEqual([]);
    await picture(phone, '0 card');
    await phone.goto('about:blank');
    await complete(laptop, 'Off');

    const candidate = await newLaptop(browser, baseURL, { problems, editor: 'monaco' });
    const types: string[] = [];
    candidate.on('request', (request) => /\/ed\/types\//.test(request.url()) && types.push(request.url()));
    await joinAsCandidate(candidate, link, 'Ada');

    const mallory = await joinByHand(laptop, baseURL ?? '', roomCode);
    expect(await mallory.emit('document:language', { language: 'typescript' })).toMatchObject({ ok: true });
    const refused = await mallory.emit('room:change-completion', { completion: 'full' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    mallory.close();

    // Off, as by default.
    await write(candidate, "import _ from 'lodash';\nconst sorted = 1;\nso");
    await candidate.keyboard.type('r');
    await candidate.keyboard.press('Control+Space');
    await expect(completions(candidate).getByText('No suggestions')).toBeVisible();
    await candidate.keyboard.press('Escape');
    await expect(rule(candidate)).toHaveCount(0);

    // Full: by types.
    await complete(laptop, 'Full');
    await expect(rule(laptop)).toHaveText('The editor completes code.');
    await expect(rule(candidate)).toHaveText('The editor completes code.');
    await write(candidate, "import _ from 'lodash';\n");
    await candidate.keyboard.type('_.group');
    await candidate.keyboard.press('Control+Space');
    // The compiler and the types of lodash are loaded first.
    await expect(completion(candidate, 'groupBy')).toBeVisible({ timeout: 30_000 });
    await picture(candidate, '1 members');
    await accept(candidate, 'groupBy');
    await candidate.keyboard.type('([1.5], ');
    await expect(candidate.locator('.parameter-hints-widget.visible')).toContainText('collection');
    await picture(candidate, '2 signature');
    await candidate.keyboard.type('Math.floor);');
    await candidate.keyboard.press('Escape');
    await describeWord(candidate, candidate.getByText('groupBy').first(), 'groupBy');
    await picture(candidate, '3 hover');
    // The description would cover the code.
    await candidate.mouse.move(700, 600);
    await expect(candidate.locator('.monaco-hover:visible')).toHaveCount(0);

    // A problem of types, which nothing marks with another rule.
    await write(candidate, 'const length: string = 1;');
    await expect(candidate.locator('.squiggly-error').first()).toBeVisible();
    expect(await violations(candidate)).toEqual([]);
    await complete(laptop, 'Words');
    await expect(rule(candidate)).toHaveText('The editor completes words.');
    await expect(candidate.locator('.squiggly-error')).toHaveCount(0);

    // Words: of the text and the language, but no members.
    await write(candidate, 'const sorted = [1];\n');
    // Letters that are typed before Monaco has counted the words would be one of them.
    await candidate.keyboard.type('s');
    await expect(completion(candidate, 'sorted')).toBeVisible();
    await candidate.keyboard.type('or');
    await picture(candidate, '4 words');
    await accept(candidate, 'sorted');
    await expectCode(candidate, 'const sorted = [1];\nsorted');
    await candidate.keyboard.type('.ma');
    await expect(completion(candidate, 'map')).toHaveCount(0);
    await candidate.keyboard.press('Escape');
    await candidate.keyboard.press('Enter');
    await candidate.keyboard.type('impl');
    await expect(completion(candidate, 'implements')).toBeVisible();

    // Off: an open list closes.
    await complete(laptop, 'Off');
    await expect(completions(candidate)).toHaveCount(0);
    await expect(rule(candidate)).toHaveCount(0);
    await candidate.keyboard.type('e');
    await candidate.keyboard.press('Control+Space');
    await expect(completions(candidate).getByText('No suggestions')).toBeVisible();
    expect(types.length).toBeGreaterThan(0);

    // On a phone it is a row of words over the code, also with full.
    await complete(laptop, 'Full');
    await phone.goto(link);
    await expect(phone.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(rule(phone)).toHaveText('The editor completes code.');
    await write(phone, 'const sorted = [1];\n');
    await phone.keyboard.type('so');
    const words = phone.getByRole('group', { name: 'Completions' });
    await expect(words.getByRole('button', { name: 'sorted' })).toBeVisible();
    expect(await smallTargets(phone)).toEqual([]);
    expect(await violations(phone)).toEqual([]);
    await picture(phone, '5 phone');
    await words.getByRole('button', { name: 'sorted' }).tap();
    await expect(words).toHaveCount(0);
    await expect.poll(() => readDrawnLines(phone)).toContain('sorted');
    await expect(phone.locator('.cm-content')).toBeFocused();
  },
);

test(
  'completes the members of another file, also after a point that is typed while completion starts',
  { tag: '@long' },
  async ({ laptop }) => {
    const main = "import { Cart } from './shop';\n\nconst cart = new Cart();\n";
    await startWith(laptop, 'typescript', main);
    await createFile(laptop, 'shop.ts');
    await writeCode(laptop, 'export class Cart {\n  total(): number {\n    return 3;\n  }\n}\n');
    await laptop.getByRole('tab', { name: 'main.ts' }).click();
    await complete(laptop, 'Full');
    await editorOf(laptop).click();
    await laptop.keyboard.press('Control+End');
    await laptop.keyboard.type('cart.');
    await expect(completion(laptop, 'total')).toBeVisible({ timeout: 30_000 });
    await describeCompletion(laptop, 'total', 'Cart.total(): number');
  },
);
