import { KEYS } from '../engines/engine-page.ts';
import { installedEngines } from '../engines/engines.ts';
import { Hands } from '../engines/hands.ts';
import { expect, test } from '../support/fixtures.ts';
import { complete, createFile, startWith, write } from '../support/runs.ts';

/** The slower engine, on two cores that others use too (ms). */
const JOURNEY_MS = 600_000;
/** A cold start of the worker in the slower engine, on cores that others use too (ms). */
const START_MS = 150_000;

for (const { name, start } of installedEngines())
  test(`completes a member of another Python file in ${name}`, { tag: '@long' }, async ({ baseURL, laptop: peer }) => {
    test.setTimeout(JOURNEY_MS);
    const roomCode = await startWith(peer, 'python', 'from shop import Cart\n\ncart = Cart()\n');
    await peer.getByText('Realtime (each key)').click();
    await createFile(peer, 'shop.py');
    await write(peer, 'class Cart:\n    def total(self) -> int:\n        return 3\n');
    await complete(peer, 'Full');
    const engine = await start({ isPhone: false });
    try {
      const { page } = engine;
      await page.resize(1280, 800);
      await page.goto(`${baseURL}/icon.svg`);
      await page.evaluate(() => localStorage.setItem('editor-settings', JSON.stringify({ editor: 'monaco' })));
      const hands = new Hands(page);
      await hands.open(`${baseURL}/codeshare/${roomCode}`, 'Your Name');
      await hands.fill('Your Name', 'Ada Lovelace');
      await hands.press('button', 'Join Code Share');
      await hands.sees(/^Connected$/m);
      await hands.seesCode('from shop');
      await hands.pressCode();
      await page.keys(KEYS.end, KEYS.control);
      await page.keys('cart.');
      await hands.seesCode('cart.');
      const shown = () => page.evaluate(() => document.querySelector('.suggest-widget.visible')?.textContent ?? '');
      await expect(async () => {
        // Typed before the editor knows of the completion, a point opens no list.
        await page.keys(KEYS.backspace);
        await page.keys('.');
        await expect.poll(shown, { timeout: 20_000 }).toContain('total');
      }).toPass({ timeout: START_MS });
      expect(await engine.problems()).toEqual([]);
    } finally {
      await engine.close();
    }
  });
